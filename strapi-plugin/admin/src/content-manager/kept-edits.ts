import type { PanelComponent } from '@strapi/content-manager/strapi-admin';
import { useForm } from '@strapi/strapi/admin';
import { useEffect, useRef } from 'react';
import { isOwnType } from '../../../server/src/uids';

/** A save that is under way, or whose outcome is not known yet. */
interface Attempt {
  /** What the form began with, as JSON. */
  stored: string;
  /** When that was stored: another time means that the save went through. */
  storedAt: unknown;
  typed: object;
  over: boolean;
}

/**
 * Strapi shows a save as done before it is, and goes back to what is stored when the server refuses it: all that was
 * typed since would be gone (strapi/strapi#22646). This puts it back. No panel is shown for it.
 */
export const KeptEdits: PanelComponent = ({ model, document }) => {
  const { isSubmitting, initialValues, values, setValues } = useForm('KeptEdits', (form) => form);
  const attempt = useRef<Attempt | null>(null);
  const ours = isOwnType(model);
  const storedAt: unknown = document?.updatedAt;
  useEffect(() => {
    if (!ours || (!isSubmitting && !attempt.current)) return;
    const initial = JSON.stringify(initialValues);
    if (isSubmitting && (!attempt.current || attempt.current.over)) {
      attempt.current = { stored: initial, storedAt, typed: values, over: false };
      return;
    }
    const { current } = attempt;
    if (!current) return;
    current.over = !isSubmitting;
    if (current.over && storedAt !== current.storedAt) {
      attempt.current = null;
    } else if (current.over && initial === current.stored) {
      attempt.current = null;
      const lost = JSON.stringify(values) === initial && JSON.stringify(current.typed) !== initial;
      if (lost) setValues(current.typed);
    } else {
      current.typed = { ...current.typed, ...changesOf(initialValues, values) };
    }
  }, [ours, isSubmitting, initialValues, values, setValues, storedAt]);
  return null;
};

/** What was typed on top of what the form shows as stored, which may be what is on its way. */
const changesOf = (before: object, after: object): object =>
  Object.fromEntries(
    Object.entries(after).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(Reflect.get(before, name)),
    ),
  );
