/**
 * What a visitor of the United States was told and has opted out of, in the sections that IAB's Global Privacy Platform has for all
 * states at once ("usnat", version 2) and for single ones (version 1). (IAB Tech Lab, Global Privacy Platform, technical
 * specifications in `Sections/US-National` and `Sections/US-States`.)
 */
import type { ConsentCategory, ConsentConfig } from '../contract/config.ts';
import { hasRefusedService } from '../contract/services.ts';
import { AD_SIGNALS } from '../contract/values.ts';
import type { ResolvedConsent } from './resolve.ts';
import { isGranted } from './resolve.ts';

/** How the site takes part in IAB's Multi-State Privacy Agreement: not at all, offering an opt-out, or as a service provider. */
export type MspaMode = 'none' | 'opt-out' | 'service-provider';

/** 0: does not apply, 1: yes, 2: no. */
type Said = 0 | 1 | 2;

/** All that there is to say, by the names of fields; each section has some of these. */
interface UsFields {
  SharingNotice: Said;
  ProcessingNotice: Said;
  SaleOptOutNotice: Said;
  SharingOptOutNotice: Said;
  TargetedAdvertisingOptOutNotice: Said;
  SaleOptOut: Said;
  SharingOptOut: Said;
  TargetedAdvertisingOptOut: Said;
  MspaCoveredTransaction: Said;
  MspaOptOutOptionMode: Said;
  MspaServiceProviderMode: Said;
  /** Both modes in one, in sections since 2025. 0: none, 1: offering an opt-out, 2: as a service provider. */
  MspaMode: Said;
  Gpc: boolean;
}

type UsField = keyof UsFields;

/** Section 7, whole. */
export interface UsNationalSection extends Omit<UsFields, 'ProcessingNotice' | 'MspaMode'> {
  SensitiveDataProcessingOptOutNotice: Said;
  SensitiveDataLimitUseNotice: Said;
  SensitiveDataProcessing: Said[];
  KnownChildSensitiveDataConsents: Said[];
  PersonalDataConsents: Said;
}

/** Which section it is: its number, and its prefix in `__gpp`. */
export interface UsSectionName {
  id: number;
  name: string;
}

/** A section and what it says. Fields that it has beside these say that they do not apply. */
export interface UsSection extends UsSectionName {
  fields: UsNationalSection | Partial<UsFields>;
}

export const US_NATIONAL: UsSectionName = { id: 7, name: 'usnat' };

/** How a section of a state says how the site takes part in the agreement: in a field for each mode, or in one. */
const BY_MODES = ['MspaCoveredTransaction', 'MspaOptOutOptionMode', 'MspaServiceProviderMode'] as const;
const BY_MODE = ['MspaCoveredTransaction', 'MspaMode'] as const;

const SALE = ['SaleOptOutNotice', 'SaleOptOut'] as const;
const SHARING = ['SharingOptOutNotice', 'SharingOptOut'] as const;
const TARGETED = ['TargetedAdvertisingOptOutNotice', 'TargetedAdvertisingOptOut'] as const;

/** What the sections of states have in common, by the notice that they begin with and by the agreement. */
const SHARED = ['SharingNotice', ...SALE, ...TARGETED, ...BY_MODES] as const;
const PROCESSED = ['ProcessingNotice', ...SALE, ...TARGETED, ...BY_MODES] as const;
const PROCESSED_2025 = ['ProcessingNotice', ...SALE, ...TARGETED, ...BY_MODE] as const;

/** The states that have a section of their own, with its number and the fields by which it says anything. */
const STATES: Readonly<Record<string, readonly [id: number, fields: readonly UsField[]]>> = {
  CA: [8, [...SALE, ...SHARING, ...BY_MODES, 'Gpc']],
  VA: [9, SHARED],
  CO: [10, [...SHARED, 'Gpc']],
  UT: [11, SHARED],
  CT: [12, [...SHARED, 'Gpc']],
  FL: [13, PROCESSED],
  MT: [14, [...SHARED, 'Gpc']],
  OR: [15, [...PROCESSED, 'Gpc']],
  TX: [16, [...PROCESSED, 'Gpc']],
  DE: [17, [...PROCESSED, 'Gpc']],
  IA: [18, [...PROCESSED, 'Gpc']],
  NE: [19, [...PROCESSED, 'Gpc']],
  NH: [20, [...PROCESSED, 'Gpc']],
  NJ: [21, [...PROCESSED, 'Gpc']],
  TN: [22, [...PROCESSED, 'Gpc']],
  MN: [23, [...PROCESSED, 'Gpc']],
  MD: [24, [...PROCESSED_2025, 'Gpc']],
  IN: [25, PROCESSED_2025],
  KY: [26, PROCESSED_2025],
  RI: [27, PROCESSED_2025],
};

const nameOf = (state: string) => `us${state.toLowerCase()}`;

/** All that a site may speak in which tells each visitor's state: those of states, and the national one for all others. */
export const US_SECTIONS: readonly UsSectionName[] = [
  US_NATIONAL,
  ...Object.entries(STATES).map(([state, [id]]) => ({ id, name: nameOf(state) })),
];

/** What decides of a visitor. */
export type UsVisitor = Pick<ResolvedConsent, 'status' | 'model' | 'decisions'> & { gpc: boolean };

/**
 * The section of a visitor and what it says: that of their state, where they are in one that has its own, and else the national one. Null
 * where no section applies: see `usNationalSection`.
 *
 * @param region ISO 3166-2 code such as `US-CA`; nothing where it is not known, or the site speaks of no single states
 */
export function usSection(
  config: ConsentConfig,
  visitor: UsVisitor,
  { mspa = 'none', region = '' }: { mspa?: MspaMode | undefined; region?: string | undefined } = {},
): UsSection | null {
  const [country, state = ''] = region.split('-');
  if (country !== 'US' || !Object.hasOwn(STATES, state)) {
    const fields = usNationalSection(config, visitor, mspa);
    return fields && { ...US_NATIONAL, fields };
  }
  const said = saidOf(config, visitor, mspa);
  const [id, names] = STATES[state]!;
  const fields = said && Object.fromEntries(names.map((name) => [name, said[name]]));
  return fields && { id, name: nameOf(state), fields };
}

/**
 * What the national section says of a visitor; null where it does not apply: while consent is turned off, and where the law does not let
 * visitors opt out. A page knows its visitor's model and not the country, so that of Korea and Mexico is told alike, which takes
 * nothing from anybody. Advertising is what carries one of Google's signals for it, and in a configuration without any, what respects
 * Global Privacy Control. Who has not granted all of that, each service of it included, has opted out of sale, sharing and targeted advertising alike: the
 * three are one choice here. Sensitive data and children are nothing that a banner asks about, so the section says nothing of them.
 */
export function usNationalSection(
  config: ConsentConfig,
  visitor: UsVisitor,
  mspa: MspaMode = 'none',
): UsNationalSection | null {
  const said = saidOf(config, visitor, mspa);
  if (!said) return null;
  const { ProcessingNotice: _, MspaMode: __, ...fields } = said;
  return {
    ...fields,
    SensitiveDataProcessingOptOutNotice: 0,
    SensitiveDataLimitUseNotice: 0,
    SensitiveDataProcessing: Array<Said>(16).fill(0),
    KnownChildSensitiveDataConsents: Array<Said>(3).fill(0),
    PersonalDataConsents: 0,
  };
}

/** What sections say of the agreement. */
const MODES: Readonly<Record<MspaMode, Pick<UsFields, (typeof BY_MODES | typeof BY_MODE)[number]>>> = {
  none: { MspaCoveredTransaction: 2, MspaOptOutOptionMode: 0, MspaServiceProviderMode: 0, MspaMode: 0 },
  'opt-out': { MspaCoveredTransaction: 1, MspaOptOutOptionMode: 1, MspaServiceProviderMode: 2, MspaMode: 1 },
  'service-provider': {
    MspaCoveredTransaction: 1,
    MspaOptOutOptionMode: 2,
    MspaServiceProviderMode: 1,
    MspaMode: 2,
  },
};

function saidOf(config: ConsentConfig, visitor: UsVisitor, mspa: MspaMode): UsFields | null {
  if (!config.enabled || visitor.model !== 'opt-out') return null;
  const advertising = advertisingOf(config);
  const told: Said = advertising.length > 0 ? 1 : 0;
  const isGrantedWhole = ({ key }: ConsentCategory) =>
    isGranted(visitor, config, key) && !hasRefusedService(visitor, config, key);
  const optOut: Said = told === 0 ? 0 : advertising.every(isGrantedWhole) && !visitor.gpc ? 2 : 1;
  return {
    SharingNotice: told,
    ProcessingNotice: told,
    SaleOptOutNotice: told,
    SharingOptOutNotice: told,
    TargetedAdvertisingOptOutNotice: told,
    SaleOptOut: optOut,
    SharingOptOut: optOut,
    TargetedAdvertisingOptOut: optOut,
    ...MODES[mspa],
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
