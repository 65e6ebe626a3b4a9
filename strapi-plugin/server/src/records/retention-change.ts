import type { RetentionState } from '../evidence/retention';

/** For so long, in milliseconds, a shorter retention can be taken back before it deletes anything: seven days. */
export const GRACE_MS = 7 * 86_400_000;

/** What became of the retention; `announced` and `withdrawn` are about one that does not hold yet. */
export type RetentionEvent =
  | 'announced'
  /** Announced by somebody who may not shorten the retention: it waits to be confirmed. */
  | 'unconfirmed'
  | 'withdrawn'
  | 'shortened'
  | 'lengthened'
  | 'confirmed'
  | 'withheld';

export interface RetentionStep {
  state: RetentionState;
  event: RetentionEvent | null;
}

/** When a pending retention comes into effect by itself; null where somebody withholds it, or there is none. */
export const effectiveAt = ({ pending }: RetentionState): Date | null =>
  pending && !pending.withheld ? new Date(pending.since.getTime() + GRACE_MS) : null;

/** The months that hold at a moment, whether or not somebody has looked since a grace was over; null before the first look. */
export function monthsAt(state: RetentionState, now: Date): number | null {
  const effective = effectiveAt(state);
  return state.pending && effective && now >= effective ? state.pending.months : state.months;
}

/**
 * What holds, given what settings and options say now: longer holds at once, shorter when it has been wanted for the
 * whole grace. Null where nothing is different.
 *
 * @param mayShorten whether who asks for it may shorten the retention: what is announced by anybody else is withheld.
 */
export function settled(
  state: RetentionState,
  wanted: number,
  now: Date,
  mayShorten: boolean,
): RetentionStep | null {
  const { months, pending } = state;
  if (months === null) return { state: { months: wanted, pending: null }, event: null };
  if (wanted > months) return { state: { months: wanted, pending: null }, event: 'lengthened' };
  if (wanted === months) return pending ? { state: { months, pending: null }, event: 'withdrawn' } : null;
  if (pending?.months !== wanted) {
    return {
      state: { months, pending: { months: wanted, since: now, withheld: !mayShorten } },
      event: mayShorten ? 'announced' : 'unconfirmed',
    };
  }
  const effective = effectiveAt(state);
  if (!effective || now < effective) return null;
  return { state: { months: wanted, pending: null }, event: 'shortened' };
}

/** A pending retention holds at once. Null where there is none of so many months. */
export function confirmed({ pending }: RetentionState, months: number): RetentionStep | null {
  if (pending?.months !== months) return null;
  return { state: { months, pending: null }, event: 'confirmed' };
}

/** A pending retention waits until somebody confirms it. Null where there is none of so many months. */
export function withheld(state: RetentionState, months: number): RetentionStep | null {
  if (state.pending?.months !== months) return null;
  return { state: { ...state, pending: { ...state.pending, withheld: true } }, event: 'withheld' };
}
