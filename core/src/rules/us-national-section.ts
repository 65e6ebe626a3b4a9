import type { ConsentConfig, ConsentModeSignal } from '../contract/config.ts';
import type { ResolvedConsent } from './resolve.ts';
import { isGranted } from './resolve.ts';

/** How the site takes part in IAB's Multi-State Privacy Agreement: not at all, offering an opt-out, or as a service provider. */
export type MspaMode = 'none' | 'opt-out' | 'service-provider';

/** 0: does not apply, 1: yes, 2: no. */
type Said = 0 | 1 | 2;

/**
 * Section 7 of IAB's Global Privacy Platform, "usnat", version 1: what a visitor of the United States was told and has opted
 * out of, for whichever of its states. (IAB Tech Lab, GPP, US National Privacy Technical Specification.)
 */
export interface UsNationalSection {
  SharingNotice: Said;
  SaleOptOutNotice: Said;
  SharingOptOutNotice: Said;
  TargetedAdvertisingOptOutNotice: Said;
  SensitiveDataProcessingOptOutNotice: Said;
  SensitiveDataLimitUseNotice: Said;
  SaleOptOut: Said;
  SharingOptOut: Said;
  TargetedAdvertisingOptOut: Said;
  SensitiveDataProcessing: Said[];
  KnownChildSensitiveDataConsents: Said[];
  PersonalDataConsents: Said;
  MspaCoveredTransaction: Said;
  MspaOptOutOptionMode: Said;
  MspaServiceProviderMode: Said;
  Gpc: boolean;
}

const AD_SIGNALS: readonly ConsentModeSignal[] = ['ad_storage', 'ad_user_data', 'ad_personalization'];

/**
 * What the section says of a visitor; null where it does not apply: while consent is turned off, and where the law does not let
 * visitors opt out. A page knows its visitor's model and not the country, so that of Korea and Mexico is told alike, which takes
 * nothing from anybody. Advertising is what carries one of Google's signals for it, and in a configuration without any, what respects
 * Global Privacy Control. Who has not granted all of that has opted out of sale, sharing and targeted advertising alike: the
 * three are one choice here. Sensitive data and children are nothing that a banner asks about, so the section says nothing of them.
 */
export function usNationalSection(
  config: ConsentConfig,
  visitor: Pick<ResolvedConsent, 'status' | 'model' | 'decisions'> & { gpc: boolean },
  mspa: MspaMode = 'none',
): UsNationalSection | null {
  if (!config.enabled || visitor.model !== 'opt-out') return null;
  const advertising = advertisingOf(config);
  const told: Said = advertising.length > 0 ? 1 : 0;
  const optOut: Said =
    told === 0 ? 0 : advertising.every(({ key }) => isGranted(visitor, config, key)) && !visitor.gpc ? 2 : 1;
  return {
    SharingNotice: told,
    SaleOptOutNotice: told,
    SharingOptOutNotice: told,
    TargetedAdvertisingOptOutNotice: told,
    SensitiveDataProcessingOptOutNotice: 0,
    SensitiveDataLimitUseNotice: 0,
    SaleOptOut: optOut,
    SharingOptOut: optOut,
    TargetedAdvertisingOptOut: optOut,
    SensitiveDataProcessing: Array<Said>(16).fill(0),
    KnownChildSensitiveDataConsents: Array<Said>(3).fill(0),
    PersonalDataConsents: 0,
    MspaCoveredTransaction: mspa === 'none' ? 2 : 1,
    MspaOptOutOptionMode: mspa === 'none' ? 0 : mspa === 'opt-out' ? 1 : 2,
    MspaServiceProviderMode: mspa === 'none' ? 0 : mspa === 'service-provider' ? 1 : 2,
    Gpc: visitor.gpc,
  };
}

function advertisingOf({ categories }: ConsentConfig): ConsentConfig['categories'] {
  const optional = categories.filter(({ required }) => !required);
  const signalled = optional.filter(({ consentModeSignals }) =>
    consentModeSignals.some((signal) => AD_SIGNALS.includes(signal)),
  );
  return signalled.length > 0 ? signalled : optional.filter(({ respectGPC }) => respectGPC);
}
