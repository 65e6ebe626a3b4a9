import type {
  ConsentCookieV1,
  ConsentDecisions,
  ConsentModel,
  ConsentStatus,
  RepromptReason,
} from '../contract/config.ts';
import type { CategoryTerms, ConsentTerms, GpcSignal } from '../contract/payload.ts';
import { asksConsent, isOnByDefault, isRequired } from './category-terms.ts';
import { isGrantingAct, VERSION_FIELDS } from './cookie-codes.ts';

/** How far ahead of our clock, in seconds, a decision may be dated. */
export const CLOCK_SKEW = 300;

export interface ConsentJudgement {
  /** The cookie, where it counts at all. */
  cookie: ConsentCookieV1 | null;
  /** Null where consent is switched off or the model unknown. */
  model: ConsentModel | null;
  status: ConsentStatus;
  /** Why a stale decision has to be renewed. */
  repromptReason: RepromptReason | null;
  /** Global Privacy Control is the decision; the cookie, if any, does not carry it (yet, or any more). */
  signal: boolean;
  decisions: ConsentDecisions;
}

/**
 * Judges a cookie by the terms of a config: the one place where it is decided what a visitor decided. It runs
 * in the head of every page.
 *
 * @param now unix seconds; NaN makes every decision an expired one
 */
export const judgeConsent = (
  cookie: ConsentCookieV1 | null,
  terms: ConsentTerms,
  gpc: GpcSignal,
  now: number,
): ConsentJudgement => {
  const { model, pending } = terms;
  const stored = model && cookie && !(cookie.t - now > CLOCK_SKEW) ? cookie : null;
  const source = stored?.s;
  const optIn = model === 'opt-in';
  const act = isGrantingAct(source) || source === 'w';
  // Nothing that came from a default is a decision under opt-in (C4).
  const stands = !!stored && (act || !optIn);
  const choices = Object.values({ ...stored?.d, ...stored?.x });
  // Who grants nothing under opt-in, or refuses anything elsewhere, may have to be left alone for longer.
  const refuses = optIn ? !choices.includes(1) : choices.includes(0);
  const { maxAge, triggers } = (refuses && terms.refusal) || terms;
  const outdated =
    stands &&
    (now - stored.t <= maxAge
      ? triggers.find((trigger) => stored[VERSION_FIELDS[trigger]] !== terms.versions[`${trigger}Version`])
      : 'expired');
  // Under opt-out the signal is the decision, unless the visitor made one (C11).
  const signal = gpc && model === 'opt-out' && !act && (source !== 'g' || !!outdated);
  const repromptReason = (!signal && outdated) || null;
  return {
    cookie: stored,
    model,
    status: repromptReason ? 'stale' : stands || signal ? 'decided' : 'undecided',
    repromptReason,
    signal,
    decisions: Object.fromEntries(
      terms.categories
        .filter((category) => !isRequired(category))
        .map((category) => {
          const bit = cookie?.d[category.key];
          // Nobody knows yet whether the config still holds; or the signal forbids it, if only perhaps.
          const withheld =
            pending === 'config' ||
            (gpc && category.respectGPC && (!asksConsent(category, model) || pending === 'model'));
          return [
            category.key,
            !withheld &&
              // A refusal always wins (C3), also one whose date nobody can believe.
              bit !== 0 &&
              // What a default has stored grants no more than the default of the present model does.
              (isOnByDefault(category, model) || (bit === 1 && isGrantingAct(source))),
          ];
        }),
    ),
  };
};

/** What a grant rests on; without a cookie nobody has decided. */
export type GrantBasis = Pick<ConsentJudgement, 'status' | 'model' | 'decisions'> &
  Partial<Pick<ConsentJudgement, 'cookie'>>;

/** Whether one category is granted, or the category of a service. */
export const isCategoryGranted = (
  basis: GrantBasis,
  terms: {
    categories: readonly Pick<CategoryTerms, 'key' | 'required' | 'basis'>[];
    services?: Readonly<Record<string, string>> | undefined;
    preview?: unknown;
  },
  key: string,
): boolean =>
  terms.categories.some(
    (category) =>
      (category.key === key || category.key === terms.services?.[key]) &&
      (isRequired(category) ||
        // Under opt-in neither a default nor an old grant counts until the visitor (again) decides (C4, C5).
        ((!asksConsent(category, basis.model) || basis.status === 'decided') &&
          // Whoever looks at a preview is under another law than it shows: defaults of that one are not theirs.
          (!terms.preview || isGrantingAct(basis.cookie?.s)) &&
          basis.decisions[category.key] === true)),
  );
