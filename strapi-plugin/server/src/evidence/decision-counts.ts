import {
  type CategoryBases,
  type ConsentDecisions,
  type ConsentModel,
  type ConsentSource,
  DEVICE_CLASSES,
  type DeviceClass,
  type ImpressionSum,
} from '@permesso/consent-core';
import { dayOf } from './day';

/** What a count is told apart by, beside its day. */
export const COUNT_DIMENSIONS = ['country', 'model', 'language', 'source', 'device', 'release'] as const;
export type CountDimension = (typeof COUNT_DIMENSIONS)[number];

/** Stands for a country or a language that is none. */
export const OTHER = 'other';

/** In place of a source: how many first visits had a banner to answer. */
export const SHOWN = 'shown';

/** How often the same was decided on one day, by all that a count is told apart by. It holds no personal data. */
export interface DecisionCell {
  /** UTC day as `YYYY-MM-DD`. */
  day: string;
  source: ConsentSource | typeof SHOWN;
  /** What was chosen, as `choiceOf` writes it, or what was said of one service; empty for what was shown. */
  choice: string;
  model: ConsentModel;
  /** Upper-case ISO 3166-1 alpha-2 code, `other`, or empty where none was known. */
  country: string;
  /** ISO 639 code, `other`, or empty where none was known. */
  language: string;
  device: DeviceClass;
  /** The policy version. */
  release: string;
  total: number;
}

/** A question to the counts: from one day to another, both included. */
export interface CountQuery {
  /** `YYYY-MM-DD`; by months the first of one. */
  from: string;
  /** `YYYY-MM-DD`; by months the last of one. */
  to: string;
  /** How finely time is told apart: by days, a query reads each; by months, sums of whole ones. */
  grain: 'day' | 'month';
  /** What the sums are of. */
  by: 'time' | CountDimension;
  /** What is shown has no source, and stays in whatever the filter says of one. */
  filter?: Partial<Record<CountDimension, string>>;
}

export interface CountSum {
  /** A day, a month as `YYYY-MM`, or a value of the dimension. */
  key: string;
  source: DecisionCell['source'];
  choice: string;
  /** Less than nothing only for a moment, while records are set apart. */
  total: number;
}

/** What was rendered with a banner to answer, as a site hands it over. */
export interface ImpressionCount {
  /** A batch that comes again is counted once. */
  id: string;
  day: string;
  shown: readonly ImpressionSum[];
}

export interface Countable {
  createdAt: Date;
  model: string;
  source: string;
  country: string | null;
  locale: string | null;
  device: DeviceClass;
  policyVersion: string;
  decisions: ConsentDecisions;
  /** Services that were decided on by themselves. */
  services?: ConsentDecisions;
  /** What categories rest on where that is not consent. */
  bases?: CategoryBases;
}

/** The longest choice whose categories are told apart, in characters. */
const LONGEST_CHOICE = 255;

/** What was said of a category, and what stands for it before its key. */
const SAID = { granted: '+', refused: '-', objected: '!' } as const;
export type Said = keyof typeof SAID;

/**
 * What was chosen, as a text that is the same for the same choice: `+analytics -marketing`, and `!analytics` where it was on without
 * consent and objected to. Where there are too many categories for that it is only said whether all, none or some were granted.
 */
export function choiceOf(decisions: ConsentDecisions, bases: CategoryBases = {}): string {
  const keys = Object.keys(decisions).sort();
  const refusal = (key: string) => (Object.hasOwn(bases, key) ? SAID.objected : SAID.refused);
  const text = keys.map((key) => `${decisions[key] ? SAID.granted : refusal(key)}${key}`).join(' ');
  if (text.length <= LONGEST_CHOICE) return text;
  const granted = keys.filter((key) => decisions[key]).length;
  return granted === 0 ? '-' : granted === keys.length ? '+' : '+ -';
}

/**
 * Before what was said of one service, as in `.+youtube`. That is counted beside the decision which it was part of: in the choice
 * itself there would be as many rows as there are combinations of services.
 */
export const SERVICE = '.';

/** What was said of a service by itself; null for a whole choice. */
export const serviceOf = (choice: string): [name: string, said: 'granted' | 'refused'] | null =>
  choice.startsWith(SERVICE) ? [choice.slice(2), choice[1] === SAID.granted ? 'granted' : 'refused'] : null;

const choicesOf = ({ decisions, services = {}, bases }: Countable): string[] => [
  choiceOf(decisions, bases),
  ...Object.entries(services).map(
    ([name, granted]) => `${SERVICE}${granted ? SAID.granted : SAID.refused}${name}`,
  ),
];

/** The categories of a choice and what was said of each; of a shortened one, and of one service, there are none. */
export const decisionsOf = (choice: string): [key: string, said: Said][] =>
  choice
    .split(' ')
    .filter((part) => part.length > 1 && !part.startsWith(SERVICE))
    .map((part) => [part.slice(1), saidBy(part)]);

const saidBy = (part: string): Said =>
  part.startsWith(SAID.granted) ? 'granted' : part.startsWith(SAID.objected) ? 'objected' : 'refused';

/** Whether a choice granted all, nothing, or some; null where there was nothing to choose. */
export function outcomeOf(choice: string): 'accepted' | 'refused' | 'partial' | null {
  if (choice === '' || serviceOf(choice)) return null;
  const grants = choice.split(' ').map((part) => saidBy(part) === 'granted');
  if (grants.every((granted) => granted)) return 'accepted';
  return grants.some((granted) => granted) ? 'partial' : 'refused';
}

/** Whether a code names one: it takes its time to find out, and there are few codes that visitors have. */
function namer(type: 'region' | 'language', form: RegExp): (code: string) => boolean {
  const names = new Intl.DisplayNames('en', { type, fallback: 'none' });
  const known = new Map<string, boolean>();
  return (code) => {
    if (!form.test(code)) return false;
    const isName = known.get(code) ?? names.of(code) !== undefined;
    known.set(code, isName);
    return isName;
  };
}

const namesCountry = namer('region', /^[A-Z]{2}$/);
const namesLanguage = namer('language', /^[a-z]{2,3}$/);

/** Whoever sends a record can write any code: what names no country counts as one that is called other. */
export function countedCountry(country: string | null): string {
  if (!country) return '';
  return namesCountry(country) ? country : OTHER;
}

/** The language of a locale without its script and region. */
export function countedLanguage(locale: string | null): string {
  if (!locale) return '';
  const [language = ''] = locale.toLowerCase().split(/[-_]/, 1);
  return namesLanguage(language) ? language : OTHER;
}

/** What the records add to the counts; always in the same order, so that two writers cannot deadlock. */
export const cellsOf = (records: readonly Countable[]): DecisionCell[] =>
  summed(
    records.flatMap((record) => {
      const cell = {
        day: dayOf(record.createdAt),
        source: record.source as ConsentSource,
        model: record.model as ConsentModel,
        country: countedCountry(record.country),
        language: countedLanguage(record.locale),
        device: record.device,
        release: record.policyVersion,
        total: 1,
      };
      return choicesOf(record).map((choice) => ({ ...cell, choice }));
    }),
  );

/** What a site has shown, in the same order. */
export const cellsShown = ({ day, shown }: Pick<ImpressionCount, 'day' | 'shown'>): DecisionCell[] =>
  summed(
    shown.map(({ policyVersion, locale, model, country, device, n }) => ({
      day,
      source: SHOWN,
      choice: '',
      model,
      country: countedCountry(country),
      language: countedLanguage(locale),
      device,
      release: policyVersion,
      total: n,
    })),
  );

/** A cell without its total, as a text. */
export const nameOfCell = ({ total: _, ...cell }: DecisionCell): string =>
  [cell.day, cell.source, cell.choice, ...SORTED.map((name) => cell[name])].join('\t');

const SORTED = ['country', 'model', 'language', 'device', 'release'] as const;

/** Cells of the same name put together, in the order of their names. */
export function summed(cells: readonly DecisionCell[]): DecisionCell[] {
  const sums = new Map<string, DecisionCell>();
  for (const cell of cells) {
    const name = nameOfCell(cell);
    const known = sums.get(name);
    if (known) known.total += cell.total;
    else sums.set(name, { ...cell });
  }
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, cell]) => cell);
}

/**
 * Takes so many from devices in proportion to what each has: records do not say which device they came from, and their
 * counts are taken off, and given back, together.
 */
export function sharesOf(
  total: number,
  has: Readonly<Partial<Record<DeviceClass, number>>>,
): [DeviceClass, number][] {
  const all = DEVICE_CLASSES.reduce((sum, device) => sum + Math.max(0, has[device] ?? 0), 0);
  let [left, of] = [total, all];
  const shares = DEVICE_CLASSES.map((device): [DeviceClass, number] => {
    const own = Math.max(0, has[device] ?? 0);
    const share = of === 0 ? 0 : Math.min(own, Math.round((left * own) / of));
    left -= share;
    of -= own;
    return [device, share];
  });
  // More than there is, as of records that were counted before devices were.
  return [...shares, ['other', left] satisfies [DeviceClass, number]].filter(
    (share): share is [DeviceClass, number] => share[1] !== 0,
  );
}
