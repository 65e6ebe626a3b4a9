import { useForm } from '@strapi/strapi/admin';
import { useEffect, useRef } from 'react';

/**
 * Has a form say with its save which state of the document it was filled in from: the content manager sends what is
 * typed and not what that was typed on. The server refuses a save whose state is no longer the last one.
 *
 * @param storedAt when the state was saved that the form shows
 */
export function useSeenState(isAsked: boolean, storedAt: unknown): void {
  const { modified, values, onChange } = useForm('SeenState', (form) => form);
  const seen = useRef<unknown>(storedAt);
  const said: unknown = Reflect.get(values, 'updatedAt');
  useEffect(() => {
    // A form that nobody has typed in shows what is stored by now.
    if (!modified) seen.current = storedAt;
    else if (isAsked && seen.current && said !== seen.current) onChange('updatedAt', seen.current);
  }, [modified, isAsked, storedAt, said, onChange]);
}
