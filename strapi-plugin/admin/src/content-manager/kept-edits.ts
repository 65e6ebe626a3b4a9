import type { DocumentActionComponent } from '@strapi/content-manager/strapi-admin';
import { useForm } from '@strapi/strapi/admin';
import { useLayoutEffect, useRef } from 'react';
import type { Values } from './form-values';
import { closed, type KeptState, looked, RESTING, type Step } from './kept-edits-state';
import {
  type EditedForm,
  forgetOutcome,
  formKey,
  keepUnsaved,
  lastOutcome,
  useEditedForm,
} from './unsaved-edits';

/** Of forms that are closed, and what was typed in them refused: until they are open again, or the admin is loaded again. */
const left = new Map<string, KeptState>();

function takeLeft(form: EditedForm): KeptState {
  const state = left.get(formKey(form)) ?? RESTING;
  left.delete(formKey(form));
  return state;
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
  const kept = useRef<KeptState>(RESTING);
  const lookedAt = useRef(values);
  // Before anybody sees the form without it.
  useLayoutEffect(() => {
    if (form === null) return;
    const before = kept.current.phase === 'resting' ? takeLeft(form) : kept.current;
    const isAsBefore = values === lookedAt.current;
    lookedAt.current = values;
    const look = { isSubmitting, initialValues, values, isAsBefore, storedAt, noted: lastOutcome(form) };
    const { state, show, beside }: Step = looked(before, look);
    kept.current = state;
    if (state.phase === 'sending' && before.phase !== 'sending') forgetOutcome(form);
    if (beside) keepUnsaved(form, beside);
    if (show) setValues(show);
  }, [form, isSubmitting, initialValues, values, setValues, storedAt]);

  // Strapi mounts a form anew while it reads a translation that was not there before. Before another form is looked at.
  useLayoutEffect(() => {
    if (form === null) return;
    return () => {
      const { state, beside } = closed(kept.current, lastOutcome(form));
      if (beside) keepUnsaved(form, beside);
      if (state.phase !== 'resting') left.set(formKey(form), state);
      kept.current = RESTING;
    };
  }, [form]);
  return null;
};

KeptEdits.position = ['panel', 'relation-modal'];
