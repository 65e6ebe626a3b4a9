import type { DocumentActionComponent } from '@strapi/content-manager/strapi-admin';
import { useForm } from '@strapi/strapi/admin';
import { useLayoutEffect, useRef } from 'react';
import {
  type EditedForm,
  forgetOutcome,
  formKey,
  isRelation,
  keepUnsaved,
  lastOutcome,
  type Outcome,
  useEditedForm,
  type Values,
} from './unsaved-edits';

/** A save that is under way, or whose outcome the form has not shown for good. */
interface Attempt {
  /** What was typed on, and when that was stored. */
  stored: Values;
  storedAt: unknown;
  submitted: Values;
  /** The same with what was typed since. */
  typed: Values;
  /** What the form began with when it was last looked at. */
  begunWith: Values;
  /** Undefined while it is under way. */
  outcome?: Outcome | undefined;
}

/** Of forms that are closed, and what was typed in them refused: until they are open again, or the admin is loaded again. */
const left = new Map<string, Attempt>();

function takeLeft(form: EditedForm): Attempt | null {
  const attempt = left.get(formKey(form)) ?? null;
  left.delete(formKey(form));
  return attempt;
}

/**
 * Strapi shows a save as done before it is, goes back to what is stored when the server refuses it, and shows what the
 * server has once it is read again: what was typed meanwhile would be gone each time (strapi/strapi#22646). This puts it back into the
 * form. Where somebody else has changed the same, the form shows theirs, and what was typed is kept beside it. An action,
 * as {@link SeenState} is one; none is shown for it.
 */
export const KeptEdits: DocumentActionComponent = ({ model, documentId, document }) => {
  const form = useEditedForm(model, documentId);
  const storedAt: unknown = document?.updatedAt;
  const { isSubmitting, setValues, ...shown } = useForm('KeptEdits', (state) => state);
  const { initialValues, values } = shown as Record<'initialValues' | 'values', Values>;
  const attempt = useRef<Attempt | null>(null);
  const lookedAt = useRef(values);
  // Before anybody sees the form without it.
  useLayoutEffect(() => {
    if (form === null) return;
    const isAsBefore = values === lookedAt.current;
    lookedAt.current = values;
    attempt.current ??= takeLeft(form);
    const { current } = attempt;
    if (!current && !isSubmitting) return;
    if (!current || (isSubmitting && current.outcome)) {
      forgetOutcome(form);
      // What was refused before is not stored, whatever the form begins with.
      const stored = current?.outcome === 'refused' ? current.stored : initialValues;
      attempt.current = { stored, storedAt, submitted: values, typed: values, begunWith: initialValues };
      return;
    }
    if (!current.outcome) {
      current.typed = { ...current.typed, ...changesOf(initialValues, values) };
      if (isSubmitting) return;
      const theirs = heard(form, current);
      if (!isEmpty(theirs)) {
        setValues({ ...values, ...theirs });
        return;
      }
    }
    const isReset = isEmpty(changesOf(initialValues, values));
    // A form takes what it is to begin with before it shows that.
    if (!isReset && isAsBefore && initialValues !== current.begunWith) return;
    if (!isReset || initialValues === current.begunWith) {
      current.typed = values;
    } else {
      if (lastOutcome(form)?.outcome === 'discarded') current.outcome = 'discarded';
      const { kept, lost } = sorted(current, initialValues);
      if (!isEmpty(lost)) keepUnsaved(form, lost);
      current.stored = { ...initialValues, ...only(current.stored, Object.keys(kept)) };
      current.typed = { ...initialValues, ...kept };
      if (!isEmpty(changesOf(initialValues, current.typed))) setValues(current.typed);
    }
    current.begunWith = initialValues;
    const isOver =
      current.outcome === 'discarded' ||
      (current.outcome === 'saved' && isReset && storedAt !== current.storedAt);
    // What is not valid was not sent.
    if (isOver || !current.outcome) attempt.current = null;
  }, [form, isSubmitting, initialValues, values, setValues, storedAt]);

  // Strapi mounts a form anew while it reads a translation that was not there before. Before another form is looked at.
  useLayoutEffect(() => {
    if (form === null) return;
    return () => {
      const { current } = attempt;
      if (current && !current.outcome) heard(form, current);
      if (current?.outcome === 'refused' && !isEmpty(changesOf(current.stored, current.typed))) {
        left.set(formKey(form), current);
      }
      attempt.current = null;
    };
  }, [form]);
  return null;
};

KeptEdits.position = ['panel', 'relation-modal'];

/**
 * Takes up what became of a save. What was chosen in a relation that somebody else has changed is kept beside the form,
 * which has to show the answered values instead.
 */
function heard(form: EditedForm, attempt: Attempt): Values {
  const { outcome, taken = [] } = lastOutcome(form) ?? {};
  attempt.outcome = outcome;
  if (outcome === 'saved') attempt.stored = attempt.submitted;
  const lost = relationsOf(changesOf(attempt.stored, attempt.typed), taken);
  if (isEmpty(lost)) return lost;
  keepUnsaved(form, lost);
  const theirs = only(attempt.stored, Object.keys(lost));
  attempt.typed = { ...attempt.typed, ...theirs };
  return theirs;
}

/** What was typed, as far as the form may go on showing it, and where somebody else has changed the same, or it was discarded. */
function sorted(
  { stored, submitted, typed, outcome }: Attempt,
  now: Values,
): Record<'kept' | 'lost', Values> {
  const names = Object.keys(changesOf(stored, typed));
  const isOwn = (name: string): boolean =>
    outcome !== 'discarded' &&
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
