import { DEFAULT_JURISDICTION_OVERRIDES } from '@permesso/consent-core';
import { findPlaceholders } from '@permesso/consent-core/legal';
import type { Localized } from '../content/localized';
import type { CategoryRow, SettingRow, TrackerRow } from '../content/site-content';
import type { ProcessorRow } from '../processors/processor-register';
import type { EffectiveSettings } from '../settings/service';
import { UIDS } from '../uids';
import { presetOf } from './catalogue-warnings';
import { type LegalPageText, legalPageWarnings } from './legal-page-warnings';
import { type Operation, operationWarnings } from './operation-warnings';
import { missingPolicy, untranslatedTexts } from './text-warnings';
import type { ConsentWarningCode, WarningInParts } from './warning';

export interface OverviewContent {
  settings: Localized<SettingRow> | null;
  categories: Localized<CategoryRow>[];
  trackers: Localized<TrackerRow>[];
  /** Null where the register is turned off. */
  processors: Localized<ProcessorRow>[] | null;
  legalPages: LegalPageText[];
  /** Published pages that consent is based on. */
  documents: readonly { kind: string }[];
  locales: { default: string; all: readonly string[] };
  operation: Omit<Operation, 'recording'>;
  /** Options and settings together, as they hold. */
  effective: Pick<EffectiveSettings, 'enabled' | 'jurisdiction' | 'recording' | 'subprocessorNotice'>;
}

/** Everything worth a look, in the order of the content types. */
export function warningsOf(content: OverviewContent): WarningInParts[] {
  const trackers = content.trackers.filter(({ shared }) => shared.enabled);
  return [
    ...settingWarnings(content),
    ...choiceWarnings(content),
    ...content.categories.flatMap((category) => categoryWarnings(category, trackers)),
    ...content.trackers.flatMap((tracker) => [
      ...(tracker.shared.enabled ? trackerWarnings(tracker, content) : []),
      // A preset with an open variable is switched off for that very reason.
      ...placeholderWarnings(tracker),
    ]),
    ...(content.processors ?? []).flatMap(processorWarnings),
    ...legalPageWarnings(content),
    ...missingPolicy(content),
    ...untranslatedTexts(content),
    ...operationWarnings({ ...content.operation, recording: content.effective.recording }),
  ];
}

/** Refusing must be as easy as accepting (GDPR 7(3), and every authority's guidance on banners). */
function settingWarnings({ settings, effective: { jurisdiction } }: OverviewContent): WarningInParts[] {
  if (settings?.shared.showRejectAll !== false || !servesOptIn(jurisdiction)) return [];
  return [
    {
      code: 'reject-all-hidden',
      message: 'The banner hides "reject all", and visitors from an opt-in region are served: show it.',
      uid: UIDS.setting,
      documentId: settings.documentId,
      field: 'showRejectAll',
    },
  ];
}

function choiceWarnings({ settings, categories, effective }: OverviewContent): WarningInParts[] {
  if (!effective.enabled || categories.some(({ shared }) => !shared.required)) return [];
  return [
    {
      code: 'no-optional-category',
      message:
        'No category is optional, so visitors are asked about nothing: add one that is not required, or switch consent off.',
      uid: UIDS.setting,
      ...(settings ? { documentId: settings.documentId } : {}),
      field: 'enabled',
    },
  ];
}

function servesOptIn({ overrides, fallback }: EffectiveSettings['jurisdiction']): boolean {
  const rows = new Map(
    [...DEFAULT_JURISDICTION_OVERRIDES, ...overrides].map((row) => [row.region, row.model]),
  );
  return fallback === 'opt-in' || [...rows.values()].includes('opt-in');
}

function categoryWarnings(
  { documentId, shared }: Localized<CategoryRow>,
  trackers: Localized<TrackerRow>[],
): WarningInParts[] {
  if (shared.required || trackers.some((tracker) => tracker.shared.category?.key === shared.key)) return [];
  return [
    {
      code: 'category-without-trackers',
      message: `Category "${shared.key}" asks visitors for consent, and no tracker uses it.`,
      subject: shared.label || shared.key,
      uid: UIDS.category,
      documentId,
      field: 'trackers',
    },
  ];
}

type TrackerWarn = (code: ConsentWarningCode, field: string, message: string, detail?: string) => void;

function warnInto(found: WarningInParts[], { documentId, shared }: Localized<TrackerRow>): TrackerWarn {
  return (code, field, message, detail) =>
    found.push({
      code,
      message: `Tracker "${shared.name}" ${message}`,
      subject: shared.name,
      ...(detail ? { detail } : {}),
      uid: UIDS.tracker,
      documentId,
      field,
    });
}

function trackerWarnings(tracker: Localized<TrackerRow>, content: OverviewContent): WarningInParts[] {
  const { shared } = tracker;
  const category = content.categories.find((one) => one.shared.key === shared.category?.key);
  const optional = !category?.shared.required;
  const found: WarningInParts[] = [];
  const warn = warnInto(found, tracker);

  if (!category) warn('tracker-without-category', 'category', 'has no category and is never served.');
  if (!shared.vendorPrivacyUrl && (shared.vendor || optional)) {
    warn('tracker-without-privacy-link', 'vendorPrivacyUrl', "does not link to its vendor's privacy policy.");
  }
  if (optional && (shared.cookies ?? []).length === 0 && !isKnownToStoreNothing(shared)) {
    warn(
      'tracker-without-cookies',
      'cookies',
      'lists no cookies, so visitors cannot know what it stores: list them, or enter the day on which you found that it stores none.',
    );
  }
  if (shared.vendor && content.processors && !registered(shared.vendor, content.processors)) {
    warn(
      'tracker-vendor-not-registered',
      'vendor',
      `names "${shared.vendor}", which is not in the register, or only as removed.`,
      shared.vendor,
    );
  }
  return found;
}

/** Somebody has looked, or the catalogue lists nothing either. */
const isKnownToStoreNothing = (tracker: TrackerRow): boolean =>
  Boolean(tracker.factsCheckedAt) || presetOf(tracker)?.cookies.length === 0;

function placeholderWarnings(tracker: Localized<TrackerRow>): WarningInParts[] {
  const { shared } = tracker;
  const found: WarningInParts[] = [];
  const warn = warnInto(found, tracker);
  for (const field of [
    'loaderSrc',
    'loaderInline',
    'loaderAttributes',
    'vendorPrivacyUrl',
    'purpose',
  ] as const) {
    const value = shared[field] ?? '';
    const texts = typeof value === 'string' ? [value] : Object.values(value);
    const [open] = texts.flatMap(openPlaceholders);
    if (open) warn('placeholder', field, `still has a placeholder: ${open}.`, open);
  }
  return found;
}

/** What is still to be filled in: `[PLACEHOLDER: …]` of the seeds and `{{name}}` of a preset's variables. */
function openPlaceholders(text: string): string[] {
  const variables = [...text.matchAll(/\{\{\s*([\w.-]{1,60})\s*\}\}/g)].map(([, name]) => name ?? '');
  return [...findPlaceholders(text).map((one) => one.text), ...variables];
}

/** Who is still used, by name or legal name; "Google" stands for "Google Ireland Limited". */
function registered(vendor: string, processors: Localized<ProcessorRow>[]): boolean {
  const words = wordsOf(vendor);
  return processors.some(
    ({ shared }) =>
      shared.state === 'active' &&
      [shared.name, shared.legalName ?? ''].some((name) => {
        const known = wordsOf(name);
        const shorter = Math.min(words.length, known.length);
        return shorter > 0 && words.slice(0, shorter).join(' ') === known.slice(0, shorter).join(' ');
      }),
  );
}

const wordsOf = (name: string): string[] => name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

function processorWarnings({ documentId, shared }: Localized<ProcessorRow>): WarningInParts[] {
  if (shared.state !== 'active') return [];
  const found: WarningInParts[] = [];
  const warn = (code: ConsentWarningCode, field: string, message: string) =>
    found.push({
      code,
      message: `Processor "${shared.name}" ${message}`,
      subject: shared.name,
      uid: UIDS.processor,
      documentId,
      field,
    });
  if (!shared.verified) warn('processor-unverified', 'verified', 'has not been verified: check its facts.');
  const processes = shared.role === 'processor' || shared.role === 'sub-processor';
  if (processes && !shared.dpaUrl) {
    warn('processor-without-dpa', 'dpaUrl', 'has no link to a data processing agreement (GDPR 28).');
  }
  if (shared.subprocessor && !shared.addedAt) {
    warn('subprocessor-without-date', 'addedAt', 'is listed as sub-processor without the date it was added.');
  }
  return found;
}
