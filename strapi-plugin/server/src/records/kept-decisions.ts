import {
  basesAt,
  type CategoryBases,
  type ConsentDecisions,
  type ConsentModel,
} from '@permesso/consent-core';
import type { ShownTerms } from './shown-terms';

/** Where a visitor decided, and whether their browser sent Global Privacy Control. */
export interface DecidedWhere {
  country: string | null;
  region: string | null;
  model: ConsentModel;
  gpc: boolean;
}

type Category = ShownTerms['categories'][number];

/** What categories rested on there where that was not consent. Undefined where all rested on it. */
export function keptBases(
  { bases = {} }: Pick<ShownTerms, 'bases'>,
  { model, ...place }: Omit<DecidedWhere, 'gpc'>,
): CategoryBases | undefined {
  const found = model === 'opt-in' ? basesAt(bases, place) : {};
  return Object.keys(found).length > 0 ? found : undefined;
}

/** What was in force of categories as they were shown there: a record says nothing else, whatever was sent. */
function inForce(terms: ShownTerms, where: DecidedWhere) {
  const { model, gpc } = where;
  const optional = terms.categories.filter(({ required }) => required !== true);
  const withoutConsent = keptBases(terms, where) ?? {};
  const isOnWithout = ({ key }: Category) => Object.hasOwn(withoutConsent, key);
  /** Off by the signal, whatever is chosen (C2, C11). */
  const isForbidden = (category: Category) =>
    gpc && category.respectGPC && (model !== 'opt-in' || isOnWithout(category));
  return { optional, isOnWithout, isForbidden };
}

/**
 * The decisions that are a visitor's to make: unknown and required categories are left out (E5), and so is a grant of what is on
 * without consent. What the signal forbids is refused, as the page has it.
 */
export function keptDecisions(
  said: ConsentDecisions,
  terms: ShownTerms,
  where: DecidedWhere,
): ConsentDecisions {
  const { optional, isOnWithout, isForbidden } = inForce(terms, where);
  const kept = optional.filter((category) => {
    const isGrant = said[category.key] === true;
    return Object.hasOwn(said, category.key) && !(isGrant && isOnWithout(category) && !isForbidden(category));
  });
  return Object.fromEntries(
    kept.map((category) => [category.key, said[category.key] === true && !isForbidden(category)]),
  );
}

/**
 * What pages may say of single services, as they were shown: what is away is left out. A refusal stands whatever the category
 * and the granularity are (C3); a grant where visitors decide service by service, on consent, and no signal forbids it. Undefined
 * where nothing is left.
 */
export function keptServices(
  said: ConsentDecisions = {},
  terms: ShownTerms,
  where: DecidedWhere,
): ConsentDecisions | undefined {
  const { services = {}, granularity } = terms;
  const { optional, isOnWithout, isForbidden } = inForce(terms, where);
  const isGrantable = (key: string) =>
    granularity === 'service' &&
    optional.some((one) => one.key === key && !isOnWithout(one) && !isForbidden(one));
  const kept = Object.entries(said).filter(([name, granted]) => {
    const category = Object.hasOwn(services, name) ? services[name] : undefined;
    return category !== undefined && (!granted || isGrantable(category));
  });
  return kept.length > 0 ? Object.fromEntries(kept) : undefined;
}
