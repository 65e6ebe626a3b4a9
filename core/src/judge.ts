import type {
  ConsentCookieV1,
  ConsentDecisions,
  ConsentModel,
  ConsentStatus,
  RepromptReason,
} from './config.ts';
import type { ConsentTerms } from './terms.ts';

/** How far ahead of our clock, in seconds, a decision may be dated. */
const CLOCK_SKEW = 300;

export interface ConsentJudgement {
  /** The cookie, where it counts at all. */
  stored: ConsentCookieV1 | null;
  /** Null where consent is switched off or the model unknown. */
  model: ConsentModel | null;
  status: ConsentStatus;
  /** Why a stale decision has to be renewed. */
  reason: RepromptReason | null;
  /** Global Privacy Control is the decision; the cookie, if any, does not carry it (yet, or any more). */
  signal: boolean;
  decisions: ConsentDecisions;
}

/**
 * Judges a cookie by the terms of a config: the one place where it is decided what a visitor decided. It runs
 * in the head of every page, hence so terse.
 *
 * @param now unix seconds; NaN makes every decision an expired one
 */
export function judgeConsent(
  cookie: ConsentCookieV1 | null,
  { model, categories, versions, maxAge }: ConsentTerms,
  gpc: boolean,
  now: number,
): ConsentJudgement {
  const stored = model && cookie && !(cookie.t - now > CLOCK_SKEW) ? cookie : null;
  const code = stored?.s ?? '';
  const act = /[bpaw]/.test(code);
  const optIn = model === 'opt-in';
  // Nothing that came from a default is a decision under opt-in (C4).
  const stands = !!stored && (act || !optIn);
  const outdated =
    stands &&
    (now - stored.t <= maxAge
      ? (Object.keys(versions) as (keyof typeof versions)[]).find(
          // 'documents' is `dv` in the cookie, and so on.
          (trigger) => stored[`${trigger[0]}v` as 'dv'] !== versions[trigger],
        )
      : 'expired');
  // Under opt-out the signal is the decision, unless the visitor made one (C11).
  const signal = gpc && model === 'opt-out' && !act && (code !== 'g' || !!outdated);
  const reason = (!signal && outdated) || null;
  return {
    stored,
    model,
    status: reason ? 'stale' : stands || signal ? 'decided' : 'undecided',
    reason,
    signal,
    decisions: Object.fromEntries(
      categories
        .filter(({ required }) => !required)
        .map(({ key, on, gpc: off }) => {
          const bit = stored?.d[key];
          // A refusal always wins (C3); a grant counts if it is an act's, or no default's the signal replaces.
          const kept = bit === 1 && (optIn ? act && code !== 'w' : !signal);
          return [key, bit !== 0 && !(gpc && off) && (on || kept)];
        }),
    ),
  };
}

/** Whether one category is granted. */
export const isCategoryGranted = (
  { model, status, decisions }: Pick<ConsentJudgement, 'status' | 'model' | 'decisions'>,
  { categories }: { categories: readonly { key: string; required: boolean }[] },
  key: string,
): boolean =>
  categories.some(
    (category) =>
      category.key === key &&
      (category.required ||
        // Under opt-in neither a default nor an old grant counts until the visitor (again) decides (C4, C5).
        ((model !== 'opt-in' || status === 'decided') && decisions[key] === true)),
  );
