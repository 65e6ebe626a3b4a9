import { describe, expect, it } from 'vitest';
import type { Values } from './form-values';
import { closed, type KeptState, type Look, looked, RESTING } from './kept-edits-state';

const STORED: Values = { label: 'Stored', description: 'Stored, too', updatedAt: 1 };
const typed = (changes: Values): Values => ({ ...STORED, ...changes });

/** A form, looked at as it goes on; what is to be done is told of the last look. */
function openForm() {
  const form: Look = {
    isSubmitting: false,
    initialValues: STORED,
    values: STORED,
    isAsBefore: false,
    storedAt: 1,
    noted: undefined,
  };
  let state: KeptState = RESTING;
  const look = (changes: Partial<Look>) => {
    Object.assign(form, { isAsBefore: !('values' in changes) }, changes);
    const { state: next, ...done } = looked(state, form);
    state = next;
    if (done.show) form.values = done.show;
    return { ...done, phase: next.phase };
  };
  return {
    look,
    /** The server refuses: Strapi goes back to what is stored. */
    refused: () => {
      const initialValues = { ...STORED };
      look({ isSubmitting: false, noted: { outcome: 'refused', taken: [] } });
      return look({ initialValues, values: initialValues });
    },
    close: (noted?: Look['noted']) => closed(state, noted),
  };
}

describe('what was typed in a form', () => {
  it('is kept beside the form, and over, when what was refused is discarded', () => {
    const { look, refused } = openForm();
    look({ isSubmitting: true, values: typed({ label: 'Mine' }) });
    expect(refused()).toMatchObject({ phase: 'refused', show: { label: 'Mine' } });
    const published = { ...STORED, label: 'Published' };
    look({ noted: { outcome: 'discarded', taken: [] } });
    // The form takes what it begins with one look before it shows that.
    expect(look({ initialValues: published })).toEqual({ phase: 'refused' });
    expect(look({ values: published })).toEqual({ phase: 'resting', beside: { label: 'Mine' } });
  });

  it('is left alone as long as nothing is saved', () => {
    expect(openForm().look({ values: typed({ label: 'Mine' }) })).toEqual({ phase: 'resting' });
  });

  it('is back in the form when the server refuses it', () => {
    const form = openForm();
    expect(form.look({ values: typed({ label: 'Mine' }), isSubmitting: true }).phase).toBe('sending');
    expect(form.refused()).toEqual({ phase: 'refused', show: typed({ label: 'Mine' }) });
  });

  it('is so with what was typed while the save was under way', () => {
    const form = openForm();
    form.look({ values: typed({ label: 'Mine' }), isSubmitting: true });
    form.look({ values: typed({ label: 'Mine', description: 'Later' }) });
    expect(form.refused().show).toEqual(typed({ label: 'Mine', description: 'Later' }));
  });

  it('stays what was typed since, once the form shows what was saved', () => {
    const form = openForm();
    form.look({ values: typed({ label: 'Mine' }), isSubmitting: true });
    form.look({ values: typed({ label: 'Mine', description: 'Later' }) });
    expect(form.look({ isSubmitting: false, noted: { outcome: 'saved', taken: [] } }).phase).toBe('saved');
    const initialValues = typed({ label: 'Mine', updatedAt: 2 });
    const step = form.look({ initialValues, values: initialValues, storedAt: 2 });
    expect(step).toMatchObject({ show: { label: 'Mine', description: 'Later', updatedAt: 2 } });
  });

  it('is done with when the form shows it as stored', () => {
    const form = openForm();
    form.look({ values: typed({ label: 'Mine' }), isSubmitting: true });
    form.look({ isSubmitting: false, noted: { outcome: 'saved', taken: [] } });
    const initialValues = typed({ label: 'Mine', updatedAt: 2 });
    expect(form.look({ initialValues, values: initialValues, storedAt: 2 })).toEqual({ phase: 'resting' });
  });

  it('is kept beside the form where somebody else has changed the same', () => {
    const form = openForm();
    form.look({ values: typed({ label: 'Mine', description: 'Mine, too' }), isSubmitting: true });
    form.refused();
    const initialValues = typed({ label: 'Theirs', updatedAt: 2 });
    expect(form.look({ initialValues, values: initialValues, storedAt: 2 })).toEqual({
      phase: 'refused',
      beside: { label: 'Mine' },
      show: { ...initialValues, description: 'Mine, too' },
    });
  });

  it('is kept beside it in a relation that the refusal names, which shows theirs', () => {
    const category = { connect: [{ label: 'Marketing' }] };
    const form = openForm();
    form.look({ values: typed({ category, label: 'Mine' }), isSubmitting: true });
    const step = form.look({
      isSubmitting: false,
      noted: { outcome: 'refused', taken: ['category', 'label'] },
    });
    expect(step).toEqual({
      phase: 'refused',
      beside: { category },
      show: typed({ category: undefined, label: 'Mine' }),
    });
  });

  it('was not sent where it is not valid, and is only typed', () => {
    const form = openForm();
    form.look({ values: typed({ label: '' }), isSubmitting: true });
    expect(form.look({ isSubmitting: false })).toEqual({ phase: 'resting' });
  });

  it('is saved again from what is stored, not from what was refused', () => {
    const form = openForm();
    form.look({ values: typed({ label: 'Mine' }), isSubmitting: true });
    form.refused();
    form.look({
      values: typed({ label: 'Mine', description: 'More' }),
      isSubmitting: true,
      noted: undefined,
    });
    expect(form.refused().show).toEqual(typed({ label: 'Mine', description: 'More' }));
  });

  it('outlasts its form where it was refused, and nowhere else', () => {
    const refused = openForm();
    refused.look({ values: typed({ label: 'Mine' }), isSubmitting: true });
    expect(refused.close({ outcome: 'refused', taken: [] }).state).toMatchObject({
      phase: 'refused',
      typed: { label: 'Mine' },
    });
    const saved = openForm();
    saved.look({ values: typed({ label: 'Mine' }), isSubmitting: true });
    expect(saved.close({ outcome: 'saved', taken: [] })).toEqual({ state: RESTING });
    expect(openForm().close()).toEqual({ state: RESTING });
  });
});
