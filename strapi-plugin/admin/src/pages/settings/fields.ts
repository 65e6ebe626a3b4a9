import { BANNER_POSITIONS, CONSENT_GRANULARITIES, CONSENT_MODELS } from '@permesso/consent-core';
import type { SettingTexts, SharedSettings } from '../../../../server/src/settings/schema';
import { RECORDING_MODES } from '../../../../server/src/value-lists';

export type SharedField = keyof SharedSettings;
export type TextField = keyof SettingTexts;

/** How a value is entered. */
export type Control =
  | { kind: 'switch' }
  | { kind: 'number'; min: number; max: number }
  | { kind: 'choice'; options: readonly string[] }
  | { kind: 'text'; input: 'text' | 'email' | 'url' }
  /** A line each. */
  | { kind: 'lines' };

const number = (min: number, max: number): Control => ({ kind: 'number', min, max });
const onOff: Control = { kind: 'switch' };

/** Every setting that all languages share, except the table of jurisdictions. */
export const CONTROLS: Readonly<Record<Exclude<SharedField, 'regions'>, Control>> = {
  enabled: onOff,
  granularity: { kind: 'choice', options: CONSENT_GRANULARITIES },
  bannerPosition: { kind: 'choice', options: BANNER_POSITIONS },
  showRejectAll: onOff,
  controllerName: { kind: 'text', input: 'text' },
  quietPages: { kind: 'lines' },
  reconsentOnDocuments: onOff,
  reconsentOnCategories: onOff,
  reconsentOnTrackers: onOff,
  expiresAfterMonths: number(1, 120),
  recordingMode: { kind: 'choice', options: RECORDING_MODES },
  recordImplicit: onOff,
  recordUserAgent: onOff,
  retentionMonths: number(1, 240),
  consentModeEnabled: onOff,
  adsDataRedaction: onOff,
  urlPassthrough: onOff,
  waitForUpdateMs: number(0, 10_000),
  fallbackModel: { kind: 'choice', options: CONSENT_MODELS },
  noticeDays: number(0, 365),
  noticeEmail: { kind: 'text', input: 'email' },
  subscribeUrl: { kind: 'text', input: 'url' },
};

export const TABS = ['general', 'jurisdictions', 'banner', 'consent-mode', 'processors', 'versions'] as const;

export type Tab = (typeof TABS)[number];

/** On which tab a field stands, by the path of a problem with it. */
export function tabOf(path: string): Tab {
  const [part, field = ''] = path.split('.');
  if (part === 'texts' || /^(banner|showReject|controller|quiet)/.test(field)) return 'banner';
  if (/^(regions|fallback)/.test(field)) return 'jurisdictions';
  if (/^(consentMode|adsData|urlPass|waitFor)/.test(field)) return 'consent-mode';
  if (/^(notice|subscribe)/.test(field)) return 'processors';
  return /^(reconsent|expires)/.test(field) ? 'versions' : 'general';
}
