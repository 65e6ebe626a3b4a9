import { LOADED_KINDS, namePattern, type TrackerCookie, type TrackerKind } from '@permesso/consent-core';
import type sentences from '../../../admin/src/translations/effect.en.json';
import type { PublishedState } from '../versions/admin-controller';

/** A tracker as it stands in the form of the content manager, saved or not, or in the database. */
export interface TrackerDraft {
  /** Null while it is not saved yet. */
  documentId: string | null;
  enabled: boolean;
  kind: TrackerKind;
  category: PublishedState['categories'][number] | null;
  src: string;
  inline: string;
  lazy: boolean;
  /** Null: what was written is no JSON. */
  attributes: Record<string, unknown> | null;
  consentModeManaged: boolean;
  adapter: string | null;
  /** Null: what was written is no list of names. */
  environments: string[] | null;
  cookies: TrackerCookie[];
}

/** A sentence by its key and what stands in it. */
export interface Phrase {
  key: keyof typeof sentences;
  values?: Record<string, string | number>;
}

/** What a tracker will do on the site, as the admin shows it beside its form and assistants are told. */
export interface TrackerEffect {
  served: Phrase[];
  loads: Phrase[];
  waits: Phrase[];
  consentMode: Phrase[];
  clears: Phrase[];
  warnings: Phrase[];
}

export function effectOf(draft: TrackerDraft, state: PublishedState): TrackerEffect {
  return {
    served: servedPhrases(draft, state),
    loads: loadPhrases(draft),
    waits: waitPhrases(draft),
    consentMode: consentModePhrases(draft, state),
    clears: clearPhrases(draft, state),
    warnings: warningPhrases(draft, state),
  };
}

const isLoaded = ({ kind, src, inline }: TrackerDraft): boolean =>
  LOADED_KINDS.includes(kind) && (src !== '' || (inline !== '' && kind === 'script'));

function servedPhrases(
  { enabled, category, environments }: TrackerDraft,
  { environment, enabled: asks }: PublishedState,
): Phrase[] {
  if (!enabled) return [{ key: 'effect.served.off' }];
  if (!category) return [{ key: 'effect.served.noCategory' }];
  if (!asks) return [{ key: 'effect.served.consentOff' }];
  const only = environments ?? [];
  if (only.length === 0) return [{ key: 'effect.served.everywhere' }];
  const values = { names: only.join(', '), environment };
  return [{ key: only.includes(environment) ? 'effect.served.here' : 'effect.served.elsewhere', values }];
}

function loadPhrases(draft: TrackerDraft): Phrase[] {
  const { kind, src, inline, lazy, attributes } = draft;
  if (!isLoaded(draft))
    return [
      { key: LOADED_KINDS.includes(kind) ? 'effect.loads.nothing' : `effect.loads.own.${ownOf(kind)}` },
    ];
  const phrases: Phrase[] = [];
  const isPixel = kind === 'pixel' && inline === '';
  if (inline) phrases.push({ key: 'effect.loads.inline' });
  if (src) phrases.push({ key: isPixel ? 'effect.loads.pixel' : 'effect.loads.src', values: { src } });
  const names = Object.keys(attributes ?? {});
  if (names.length > 0) phrases.push({ key: 'effect.loads.attributes', values: { names: names.join(', ') } });
  phrases.push({ key: lazy ? 'effect.loads.lazy' : 'effect.loads.atOnce' });
  return phrases;
}

const ownOf = (kind: string): 'iframe' | 'sdk' | 'cookie-only' =>
  kind === 'iframe' || kind === 'sdk' ? kind : 'cookie-only';

function waitPhrases(draft: TrackerDraft): Phrase[] {
  const { category, consentModeManaged } = draft;
  if (!category) return [{ key: 'effect.waits.noCategory' }];
  const values = { label: category.label, key: category.key };
  if (category.required) return [{ key: 'effect.waits.required', values }];
  if (consentModeManaged && isLoaded(draft)) return [{ key: 'effect.waits.managed', values }];
  const expression: Phrase = { key: 'effect.waits.expression', values };
  return [{ key: 'effect.waits.yes', values }, ...(isLoaded(draft) ? [] : [expression])];
}

function consentModePhrases({ category, adapter }: TrackerDraft, state: PublishedState): Phrase[] {
  const told: Phrase[] = adapter ? [{ key: 'effect.mode.adapter', values: { adapter } }] : [];
  if (!state.consentModeEnabled) return [{ key: 'effect.mode.off' }, ...told];
  const signals = category?.consentModeSignals ?? [];
  if (!category || signals.length === 0) return [{ key: 'effect.mode.none' }, ...told];
  return [
    { key: 'effect.mode.signals', values: { label: category.label, signals: signals.join(', ') } },
    ...told,
  ];
}

/** As the site clears on a refusal or withdrawal (I3). */
function clearPhrases({ documentId, category, cookies }: TrackerDraft, state: PublishedState): Phrase[] {
  if (cookies.length === 0) return [{ key: 'effect.clears.none' }];
  if (category?.required) return [{ key: 'effect.clears.required' }];
  const kept = state.trackers
    .filter((tracker) => tracker.enabled && tracker.documentId !== documentId)
    .filter((tracker) => tracker.category !== category?.key)
    .flatMap(({ name: other, cookies: theirs }) => theirs.map((cookie) => ({ ...cookie, other })));
  const keeperOf = ({ name, storage }: TrackerCookie) =>
    kept.find((one) => one.storage === storage && namePattern(one).test(name));
  const exceptionsOf = (cookie: TrackerCookie) =>
    kept.filter((one) => one.storage === cookie.storage && namePattern(cookie).test(one.name));
  const gone: string[] = [];
  const stays: Phrase[] = [];
  for (const cookie of cookies) {
    const keeper = keeperOf(cookie);
    const values = { name: cookie.name };
    if (cookie.storage === 'indexedDB') stays.push({ key: 'effect.clears.indexedDB', values });
    else if (cookie.domain) {
      stays.push({ key: 'effect.clears.domain', values: { ...values, domain: cookie.domain } });
    } else if (keeper)
      stays.push({ key: 'effect.clears.shared', values: { ...values, other: keeper.other } });
    else {
      gone.push(cookie.name);
      for (const { name, other } of exceptionsOf(cookie)) {
        stays.push({ key: 'effect.clears.shared', values: { name, other } });
      }
    }
  }
  return [
    ...(gone.length > 0 ? [{ key: 'effect.clears.gone', values: { names: gone.join(', ') } } as const] : []),
    ...stays,
  ];
}

/** What can hardly be meant. */
function warningPhrases(draft: TrackerDraft, state: PublishedState): Phrase[] {
  const { kind, src, inline, category, consentModeManaged, environments, attributes, cookies } = draft;
  const open = [...`${src}\n${inline}`.matchAll(/\{\{\s*([\w.-]{1,60})\s*\}\}/g)].map(
    ([, name]) => name ?? '',
  );
  const checks: [boolean, Phrase][] = [
    [!category, { key: 'effect.warn.category' }],
    [kind === 'script' && !src && !inline, { key: 'effect.warn.empty' }],
    [kind === 'pixel' && !src, { key: 'effect.warn.pixel' }],
    [!LOADED_KINDS.includes(kind) && (src !== '' || inline !== ''), { key: 'effect.warn.neverLoaded' }],
    [open.length > 0, { key: 'effect.warn.open', values: { names: open.join(', ') } }],
    [/^http:/i.test(src), { key: 'effect.warn.http' }],
    [/<\/?script/i.test(inline), { key: 'effect.warn.scriptTag' }],
    [consentModeManaged && isLoaded(draft) && !category?.required, { key: 'effect.warn.managed' }],
    [consentModeManaged && !state.consentModeEnabled, { key: 'effect.warn.modeOff' }],
    [
      consentModeManaged && category !== null && category.consentModeSignals.length === 0,
      { key: 'effect.warn.noSignals', values: { label: category?.label ?? '' } },
    ],
    [environments === null, { key: 'effect.warn.environments' }],
    [attributes === null, { key: 'effect.warn.attributes' }],
    [Object.keys(attributes ?? {}).some((name) => /^src$/i.test(name)), { key: 'effect.warn.srcAttribute' }],
    [kind === 'cookie-only' && cookies.length === 0, { key: 'effect.warn.nothing' }],
  ];
  return checks.filter(([applies]) => applies).map(([, phrase]) => phrase);
}
