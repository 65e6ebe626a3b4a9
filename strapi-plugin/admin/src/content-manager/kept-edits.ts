import type { PanelComponent } from '@strapi/content-manager/strapi-admin';
import { useForm } from '@strapi/strapi/admin';
import { useEffect, useRef } from 'react';
import { isOwnType } from '../../../server/src/uids';

/** A save that is under way, or whose outcome is not known yet. */
interface Attempt {
  /** What the form began with, and when that was stored. */
  stored: object;
  storedAt: unknown;
  submitted: object;
  /** The same with what was typed since. */
  typed: object;
  over: boolean;
}

/**
 * Strapi shows a save as done before it is, goes back to what is stored when the server refuses it, and shows what the
 * server has once it is read again: what was typed meanwhile would be gone each time (strapi/strapi#22646). This puts it back.
 * No panel is shown for it.
 */
export const KeptEdits: PanelComponent = ({ model, document }) => {
  const { isSubmitting, initialValues, values, setValues } = useForm('KeptEdits', (form) => form);
  const attempt = useRef<Attempt | null>(null);
  const ours = isOwnType(model);
  const storedAt: unknown = document?.updatedAt;
  useEffect(() => {
    if (!ours || (!isSubmitting && !attempt.current)) return;
    if (isSubmitting && (!attempt.current || attempt.current.over)) {
      attempt.current = { stored: initialValues, storedAt, submitted: values, typed: values, over: false };
      return;
    }
    const { current } = attempt;
    if (!current) return;
    current.over = !isSubmitting;
    const failed = current.over && isAsBefore(current, initialValues);
    if (failed || (current.over && storedAt !== current.storedAt)) {
      attempt.current = null;
      const from = failed ? current.stored : current.submitted;
      const kept = unlessChanged(changesOf(from, current.typed), from, initialValues);
      const isReset = Object.keys(changesOf(initialValues, values)).length === 0;
      if (isReset && Object.keys(kept).length > 0) setValues({ ...initialValues, ...kept });
    } else {
      current.typed = { ...current.typed, ...changesOf(initialValues, values) };
    }
  }, [ours, isSubmitting, initialValues, values, setValues, storedAt]);
  return null;
};

/**
 * Whether nothing of what was to be saved is: each of its fields is as it was. That something else has been stored since
 * says nothing: it may be the save before this one, which is read again while this one is under way.
 */
function isAsBefore({ stored, submitted }: Attempt, now: object): boolean {
  const names = Object.keys(changesOf(stored, submitted));
  return names.every((name) => valueIn(now, name) === valueIn(stored, name));
}

/** What was typed, but where somebody else has changed the same: that is to be seen, and not taken back. */
const unlessChanged = (typed: object, before: object, now: object): object =>
  Object.fromEntries(Object.entries(typed).filter(([name]) => valueIn(now, name) === valueIn(before, name)));

/** What is different after, but for the time of the state that a form says with its save. */
const changesOf = (before: object, after: object): object =>
  Object.fromEntries(
    Object.entries(after).filter(
      ([name]) => name !== 'updatedAt' && valueIn(after, name) !== valueIn(before, name),
    ),
  );

const valueIn = (values: object, name: string): string => JSON.stringify(Reflect.get(values, name));
