import { isRelation, type Values } from './form-values';
import type { Noted, Outcome } from './unsaved-edits';

/** A save of a form, and what was typed on from there. */
interface Edits {
  /** What was typed on, and when that was stored. */
  stored: Values;
  storedAt: unknown;
  submitted: Values;
  /** The same with what was typed since. */
  typed: Values;
  /** What the form began with when it was last looked at. */
  begunWith: Values;
}

/**
 * How it stands with what was typed in a form: nothing is to be kept, a save is under way, or one has ended whose outcome the
 * form has not shown for good.
 */
export type KeptState = { phase: 'resting' } | ({ phase: 'sending' | Outcome } & Edits);

type Kept = Exclude<KeptState, { phase: 'resting' }>;

export const RESTING: KeptState = { phase: 'resting' };

/** What a form shows at one moment. */
export interface Look {
  isSubmitting: boolean;
  initialValues: Values;
  values: Values;
  /** Whether these are the very values of the look before. */
  isAsBefore: boolean;
  /** When that was stored which the form shows. */
  storedAt: unknown;
  /** What became of the save that is under way, or was until now. */
  noted: Noted | undefined;
}

/** Where a look leads, and what is to be done. */
export interface Step {
  state: KeptState;
  /** What the form has to show from now on. */
  show?: Values;
  /** What it can show no more, to be kept beside it. */
  beside?: Values;
}

/** The next state, by what a form shows now. */
export function looked(state: KeptState, look: Look): Step {
  const { isSubmitting, initialValues, values } = look;
  if (state.phase === 'resting') return { state: isSubmitting ? begun(initialValues, look) : state };
  if (state.phase !== 'sending') {
    if (!isSubmitting) return settled(state, look);
    // What was refused before is not stored, whatever the form begins with.
    return { state: begun(state.phase === 'refused' ? state.stored : initialValues, look) };
  }
  const sending = { ...state, typed: { ...state.typed, ...changesOf(initialValues, values) } };
  if (isSubmitting) return { state: sending };
  const { state: ended, beside } = heard(sending, look.noted);
  if (!beside) return settled(ended, look);
  return { state: ended, beside, show: { ...values, ...only(ended.stored, Object.keys(beside)) } };
}

/** What is left of a form that is closed: only what was refused outlasts it. */
export function closed(state: KeptState, noted: Noted | undefined): Step {
  if (state.phase === 'resting') return { state };
  const { state: ended, ...step } = state.phase === 'sending' ? heard(state, noted) : { state };
  const isLeft = ended.phase === 'refused' && !isEmpty(changesOf(ended.stored, ended.typed));
  return { ...step, state: isLeft ? ended : RESTING };
}

const begun = (stored: Values, { initialValues, values, storedAt }: Look): Kept => ({
  phase: 'sending',
  ...{ stored, storedAt, submitted: values, typed: values, begunWith: initialValues },
});

/**
 * Takes up what became of a save; it stays what it is where nothing was sent. What was chosen in a relation that somebody else has
 * changed is to be kept beside the form, which has to show the answered values instead.
 */
function heard(state: Kept, noted: Noted | undefined): { state: Kept; beside?: Values } {
  if (!noted) return { state };
  const { outcome: phase, taken } = noted;
  const stored = phase === 'saved' ? state.submitted : state.stored;
  const beside = relationsOf(changesOf(stored, state.typed), taken);
  const typed = { ...state.typed, ...only(stored, Object.keys(beside)) };
  return { state: { ...state, phase, stored, typed }, ...(isEmpty(beside) ? {} : { beside }) };
}

/**
 * Once a save has ended: where the form went back to what is stored, what was typed comes back, unless somebody else has changed it or
 * it was discarded.
 */
function settled(state: Kept, look: Look): Step {
  const { initialValues, values, isAsBefore, storedAt, noted } = look;
  const isReset = isEmpty(changesOf(initialValues, values));
  const isBegunAnew = initialValues !== state.begunWith;
  // A form takes what it is to begin with before it shows that.
  if (isBegunAnew && !isReset && isAsBefore) return { state };
  const isDiscarded =
    state.phase === 'discarded' || (isBegunAnew && isReset && noted?.outcome === 'discarded');
  const isOver = isDiscarded || (state.phase === 'saved' && isReset && storedAt !== state.storedAt);
  // What is not valid was not sent.
  const isKept = !isOver && state.phase !== 'sending';
  const after = (edits: Partial<Edits>): KeptState =>
    isKept ? { ...state, ...edits, begunWith: initialValues } : RESTING;
  if (!isReset || !isBegunAnew) return { state: after({ typed: values }) };
  const { kept, lost } = isDiscarded
    ? { kept: {}, lost: changesOf(state.stored, state.typed) }
    : sorted(state, initialValues);
  const stored = { ...initialValues, ...only(state.stored, Object.keys(kept)) };
  const typed = { ...initialValues, ...kept };
  return {
    state: after({ stored, typed }),
    ...(isEmpty(lost) ? {} : { beside: lost }),
    ...(isEmpty(changesOf(initialValues, typed)) ? {} : { show: typed }),
  };
}

/** What was typed, as far as the form may go on showing it, and where somebody else has changed the same. */
function sorted({ stored, submitted, typed }: Edits, now: Values): Record<'kept' | 'lost', Values> {
  const names = Object.keys(changesOf(stored, typed));
  const isOwn = (name: string): boolean =>
    [stored, submitted, typed].some((one) => valueIn(now, name) === valueIn(one, name));
  return {
    kept: only(typed, names.filter(isOwn)),
    lost: only(
      typed,
      names.filter((name) => !isOwn(name)),
    ),
  };
}

/**
 * What was chosen in those relations that somebody else has changed. A form begins with an empty choice, whatever is
 * stored, so that its values do not tell.
 */
const relationsOf = (chosen: Values, taken: readonly string[]): Values =>
  only(
    chosen,
    Object.keys(chosen).filter((name) => taken.includes(name) && isRelation(chosen[name])),
  );

/** What is different after, but for the time of the state that a form says with its save. */
const changesOf = (before: Values, after: Values): Values =>
  only(
    after,
    Object.keys(after).filter(
      (name) => name !== 'updatedAt' && valueIn(after, name) !== valueIn(before, name),
    ),
  );

const only = (values: Values, names: readonly string[]): Values =>
  Object.fromEntries(names.map((name) => [name, values[name]]));

const isEmpty = (values: Values): boolean => Object.keys(values).length === 0;

const valueIn = (values: Values, name: string): string => JSON.stringify(values[name]);
