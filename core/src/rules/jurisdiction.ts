import type { ConsentModel, ConsentModeRegion } from '../contract/config.ts';
import { CONSENT_MODELS } from '../contract/values.ts';
import type { Clock } from './clock-and-uuid.ts';
import { unixSeconds } from './clock-and-uuid.ts';
import { DEFAULT_JURISDICTION_OVERRIDES, EEA_COUNTRIES, type RegionRow } from './regions.ts';

/** Headers that carry the visitor's country, in the order in which they are asked. */
export const DEFAULT_COUNTRY_HEADERS: readonly string[] = [
  'cf-ipcountry',
  'x-vercel-ip-country',
  'x-country',
  'cloudfront-viewer-country',
];

/** Headers that carry the region within the country, in the order in which they are asked. */
export const DEFAULT_REGION_HEADERS: readonly string[] = [
  'x-vercel-ip-country-region',
  'cloudfront-viewer-country-region',
  'cf-region-code',
];

/** `Headers`, or the plain headers object of a server. */
export type HeaderSource =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface JurisdictionInput {
  /** ISO 3166-1 alpha-2 code in any case; anything else is an unknown country. */
  country: string | null | undefined;
  /** `CA` or `US-CA`, in any case. */
  region?: string | null;
  /** Wins over every row. */
  model?: ConsentModel | null;
  /** Rows after the built-in ones; of two rows for one region the later counts. */
  overrides?: readonly RegionRow[];
  /** Without a row for the place; `opt-in` by default. */
  fallback?: ConsentModel;
  /** Decides which rows are in effect. */
  now?: Clock;
}

export type JurisdictionReason = 'explicit' | 'region' | 'country' | 'eea' | 'fallback';

export interface JurisdictionExplanation {
  model: ConsentModel;
  /** The row that decided, if one did. */
  row: RegionRow | null;
  reason: JurisdictionReason;
}

/** An unknown model asks for consent first. */
const knownModel = (model: ConsentModel): ConsentModel => (CONSENT_MODELS.includes(model) ? model : 'opt-in');

type Dated = Pick<RegionRow, 'effectiveFrom'>;

/** Unix seconds. */
const startOf = ({ effectiveFrom }: Dated) => Date.parse(`${effectiveFrom}T00:00:00Z`) / 1000;

const isEffective = (row: Dated, now: number) => row.effectiveFrom === undefined || startOf(row) <= now;

function countryCode(text: string | null | undefined): string | null {
  const code = text?.trim().toUpperCase() ?? '';
  // Cloudflare's codes for "unknown" and "Tor"; T1 also fails the pattern, and is named for the reader.
  return /^[A-Z]{2}$/.test(code) && !['XX', 'T1'].includes(code) ? code : null;
}

/** `US-CA` for region `CA` or `US-CA` of the country `US`; null when it belongs to another country. */
function regionCode(country: string, region: string | null | undefined): string | null {
  const code = region?.trim().toUpperCase();
  if (!code) return null;
  if (!code.includes('-')) return `${country}-${code}`;
  return code.startsWith(`${country}-`) ? code : null;
}

type Place = Pick<JurisdictionInput, 'country' | 'region' | 'now'>;

/**
 * The row that decides in a place: of those in effect the one for the most specific place, and of several the last.
 *
 * @param rows with their regions in upper case
 */
export function decidingRow<Row extends Pick<RegionRow, 'region' | 'effectiveFrom'>>(
  rows: readonly Row[],
  { country: given, region, now }: Place,
): { row: Row; reason: JurisdictionReason } | null {
  const said = unixSeconds(now);
  // A clock that tells nothing must not bring back what a stricter law has replaced.
  const time = Number.isNaN(said) ? unixSeconds() : said;
  const country = countryCode(given);
  const places: [JurisdictionReason, string | null][] = country
    ? [
        ['region', regionCode(country, region)],
        ['country', country],
        ['eea', EEA_COUNTRIES.includes(country) ? 'EEA' : null],
      ]
    : [];
  for (const [reason, place] of places) {
    const row =
      place && rows.findLast((candidate) => candidate.region === place && isEffective(candidate, time));
    if (row) return { row, reason };
  }
  return null;
}

function inUpperCase(row: RegionRow): RegionRow {
  const region = row.region.trim().toUpperCase();
  return region === row.region ? row : { ...row, region };
}

/** Which model applies in a place, and the row that says so. */
export function explainJurisdiction(input: JurisdictionInput): JurisdictionExplanation {
  const { model, overrides = [], fallback = 'opt-in' } = input;
  if (model) return { model: knownModel(model), row: null, reason: 'explicit' };
  const found = decidingRow([...DEFAULT_JURISDICTION_OVERRIDES, ...overrides.map(inUpperCase)], input);
  if (found) return { model: knownModel(found.row.model), ...found };
  return { model: knownModel(fallback), row: null, reason: 'fallback' };
}

/**
 * The consent model of a place: an explicit model, else the most specific row (`US-CA`, then `US`, then
 * `EEA`), else the fallback.
 */
export const resolveJurisdictionModel = (input: JurisdictionInput): ConsentModel =>
  explainJurisdiction(input).model;

/** The value of the first of these headers that is present. */
function firstHeader(headers: HeaderSource, names: readonly string[]): string | null {
  const held = typeof headers.get === 'function' ? (headers as Headers).get.bind(headers) : valueIn(headers);
  for (const name of names) {
    const value = held(name.toLowerCase());
    // A header that came twice joins to a list, which is no code.
    if (value != null) return String(value).trim().toUpperCase();
  }
  return null;
}

/** Looks a name up in a plain object: a server's has all names in lower case, one that was written may have them in any. */
const valueIn = (headers: object) => (name: string) => {
  const key = Object.hasOwn(headers, name)
    ? name
    : Object.keys(headers).find((given) => given.toLowerCase() === name);
  return key === undefined ? undefined : (headers as Record<string, unknown>)[key];
};

/**
 * The visitor's country as an upper-case code. The first header present decides; `XX`, `T1` and anything but
 * two letters give null.
 */
export const countryFromHeaders = (
  headers: HeaderSource,
  names: readonly string[] = DEFAULT_COUNTRY_HEADERS,
): string | null => countryCode(firstHeader(headers, names));

/** The visitor's region, upper-case, as the header has it: `CA` or `US-CA`. The first header present decides. */
export function regionFromHeaders(
  headers: HeaderSource,
  names: readonly string[] = DEFAULT_REGION_HEADERS,
): string | null {
  const region = firstHeader(headers, names);
  return region && /^([A-Z]{2}-)?[A-Z0-9]{1,3}$/.test(region) ? region : null;
}

/**
 * The region table as Consent Mode regions, for a page that knows no visitor. Each place is named at most
 * once, `EEA` as its countries, and only where its model differs from that of the place around it: Google
 * takes the most specific row. What pages say of places is kept by caches, builds and processes, and may be read under a
 * law that is still to come: a place has the strictest model of now and later.
 */
export function consentModeRegions(
  input: Pick<JurisdictionInput, 'overrides' | 'fallback' | 'now'> = {},
): ConsentModeRegion[] {
  const rows = [...DEFAULT_JURISDICTION_OVERRIDES, ...(input.overrides ?? [])];
  const now = unixSeconds(input.now);
  const moments = new Set([now, ...rows.filter((row) => !isEffective(row, now)).map(startOf)]);
  const modelIn = (place: string) => {
    const [country = '', region] = place.split('-');
    const models = Array.from(moments, (moment) =>
      resolveJurisdictionModel({ ...input, country, region, now: moment }),
    );
    // They stand there from the strictest on.
    return CONSENT_MODELS.find((model) => models.includes(model))!;
  };
  const named = rows.map((row) => row.region.trim().toUpperCase());
  const places = new Set([...EEA_COUNTRIES, ...named]);
  places.delete('EEA');
  const regions = new Map<ConsentModel, string[]>();
  for (const place of places) {
    const model = modelIn(place);
    const around = place.includes('-') ? place.slice(0, 2) : '';
    if (model !== modelIn(around)) regions.set(model, [...(regions.get(model) ?? []), place]);
  }
  return Array.from(regions, ([model, region]) => ({ model, region }));
}
