import type {
  CategoryBasis,
  CategoryPurpose,
  ConsentCategory,
  ConsentConfig,
  ConsentModel,
  LegalProposal,
  OtherBasis,
  RenewalTerms,
} from '../contract/config.ts';
import { CATEGORY_PURPOSES, RECONSENT_TRIGGERS } from '../contract/values.ts';
import { asksConsent, isRequired } from './category-terms.ts';
import { decidingRow, explainJurisdiction, type JurisdictionInput } from './jurisdiction.ts';
import {
  type BasisRow,
  DEFAULT_BASES,
  DEFAULT_JURISDICTION_OVERRIDES,
  DEFAULT_REFUSALS,
  EEA_COUNTRIES,
  type RefusalRow,
} from './regions.ts';
import { MONTH } from './terms.ts';

export interface BasisInput extends JurisdictionInput {
  /** What is proposed and no law yet, and applied by this site all the same. */
  proposals?: readonly LegalProposal[];
}

const applied =
  (proposals: readonly LegalProposal[] = []) =>
  ({ proposal }: { proposal?: LegalProposal }) =>
    proposal === undefined || proposals.includes(proposal);

/**
 * The row by which a purpose need not rest on consent in a place; null where it does. Only under opt-in there is one, and only where
 * the built-in table says that it is: a row of the site's own, a model that was given, and an unknown place ask for consent.
 */
export function basisRow(input: BasisInput, purpose: CategoryPurpose): BasisRow | null {
  const { model, row } = explainJurisdiction(input);
  if (model !== 'opt-in' || !row || !DEFAULT_JURISDICTION_OVERRIDES.includes(row)) return null;
  const rows = DEFAULT_BASES.filter((one) => one.purpose === purpose).filter(applied(input.proposals));
  return decidingRow(rows, input)?.row ?? null;
}

/** What purposes rest on in a place, where that is not consent. */
export type Bases = Partial<Record<CategoryPurpose, OtherBasis>>;

export const basesIn = (input: BasisInput): Bases =>
  Object.fromEntries(
    CATEGORY_PURPOSES.flatMap((purpose) => {
      const row = basisRow(input, purpose);
      return row ? [[purpose, row.basis]] : [];
    }),
  );

/** What categories rest on where that is not consent, by their keys. */
export type CategoryBases = Record<string, OtherBasis>;

/**
 * What the purposes of categories make of what they may rest on. One whose owner has said no purpose rests on consent, and so does an
 * exempt one without a valid assessment.
 *
 * @param isAssessed whether there is one of this category
 */
export const categoryBases = (
  categories: readonly ConsentCategory[],
  bases: Bases,
  isAssessed: (key: string) => boolean,
): CategoryBases =>
  Object.fromEntries(
    categories.flatMap((category) => {
      const basis = category.purpose && !isRequired(category) ? bases[category.purpose] : undefined;
      return basis && (basis !== 'exempt' || isAssessed(category.key)) ? [[category.key, basis]] : [];
    }),
  );

/** The same of every country or region in which anything rests on anything but consent. */
export type BasesByPlace = Record<string, CategoryBases>;

/**
 * What categories rest on in all places: a table that evidence can keep, and by which configs are made.
 *
 * @param input all that decides but the place
 */
export function basesByPlace(
  categories: readonly ConsentCategory[],
  input: Omit<BasisInput, 'country' | 'region' | 'model'>,
  isAssessed: (key: string) => boolean,
): BasesByPlace {
  if (!categories.some(({ purpose }) => purpose)) return {};
  const named = DEFAULT_BASES.flatMap(({ region }) => (region === 'EEA' ? EEA_COUNTRIES : [region]));
  // A row of the site's own may be about a part of one of these.
  const parts = (input.overrides ?? []).map(({ region }) => region.trim().toUpperCase());
  const within = parts.filter((part) => named.includes(part.split('-')[0] ?? ''));
  return Object.fromEntries(
    [...new Set([...named, ...within])].sort().flatMap((place) => {
      const [country, region] = place.split('-');
      const bases = categoryBases(categories, basesIn({ ...input, country, region }), isAssessed);
      return Object.keys(bases).length > 0 || region ? [[place, bases]] : [];
    }),
  );
}

/** What the table says of a visitor's place: of its region, where that stands there, else of its country. */
export const basesAt = (
  bases: BasesByPlace,
  { country, region }: { country: string | null; region: string | null },
): CategoryBases => bases[region ?? ''] ?? bases[country ?? ''] ?? {};

/** Categories as they stand where they rest on this. */
export const withBases = (categories: readonly ConsentCategory[], bases: CategoryBases): ConsentCategory[] =>
  categories.map(({ basis: _, ...category }) => {
    const basis = Object.hasOwn(bases, category.key) && !isRequired(category) && bases[category.key];
    return basis ? { ...category, basis } : category;
  });

/** What a category rests on under a model. */
export function basisOf(
  category: Pick<ConsentCategory, 'required' | 'basis'>,
  model: ConsentModel,
): CategoryBasis {
  if (isRequired(category) || model === 'notice' || model === 'none') return 'none';
  if (model === 'opt-out') return 'objection';
  return asksConsent(category, model) ? 'consent' : (category.basis ?? 'consent');
}

/**
 * The row by which who refused is left alone in a place; null where none says anything. Many a CDN tells the country alone: an American
 * of whose state nothing is known may be a Californian, and is left alone as one.
 */
export const refusalRow = (input: BasisInput): RefusalRow | null =>
  decidingRow(DEFAULT_REFUSALS.filter(applied(input.proposals)), { ...input, region: input.region || 'CA' })
    ?.row ?? null;

/**
 * When who refused is asked again, where that is otherwise than the config says of all: not before the site wants it, nor before a law
 * allows it.
 *
 * @param months for how long the site leaves a refusal alone
 */
export function refusalTerms(
  { on, expiresAfterMonths }: ConsentConfig['reconsent'],
  months: number,
  row: RefusalRow | null,
): RenewalTerms | undefined {
  const longest = Math.max(expiresAfterMonths, months, row?.months ?? 0);
  const changes = row?.asksAfterChange === false ? [] : on;
  if (longest === expiresAfterMonths && changes.length === on.length) return undefined;
  return {
    triggers: RECONSENT_TRIGGERS.filter((trigger) => changes.includes(trigger)),
    maxAge: longest * MONTH,
  };
}

/** The same config for visitors of whose place nothing is known but the model: what every category of it asks at most. */
export const withoutPlace = <Config extends ConsentConfig>(config: Config): Config => ({
  ...config,
  categories: withBases(config.categories, {}),
});
