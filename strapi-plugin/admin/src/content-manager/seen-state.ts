import { useForm } from '@strapi/strapi/admin';
import { useEffect, useRef } from 'react';

/**
 * Has a form say with its save which state of the document it was filled in from: the content manager sends what is
 * typed and not what that was typed on. The server refuses a save whose state is no longer the last one.
 *
 * @param storedAt when the state was saved that the form shows
 */
export function useSeenState(isAsked: boolean, storedAt: unknown): void {
  const { initialValues, values, setValues } = useForm('SeenState', (form) => form);
  const seen = useRef<unknown>(storedAt);
  useEffect(() => {
    if (!isAsked) return;
    const { updatedAt: said, ...typed } = values as Record<string, unknown>;
    const isTyped = JSON.stringify(typed) !== JSON.stringify(initialValues);
    if (isTyped) {
      if (seen.current && said !== seen.current) setValues({ ...typed, updatedAt: seen.current });
      return;
    }
    // A form in which nothing is typed shows what is stored by now.
    seen.current = storedAt;
    if (said !== undefined) setValues(typed);
  }, [isAsked, initialValues, values, setValues, storedAt]);
}
