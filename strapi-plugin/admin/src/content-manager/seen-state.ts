import type { DocumentActionComponent } from '@strapi/content-manager/strapi-admin';
import { useForm } from '@strapi/strapi/admin';
import { useLayoutEffect } from 'react';
import { isOwnType } from '../../../server/src/uids';
import { consentApi } from '../api';

/** A document as a form shows it; with nothing in it where there is no translation in the form's language yet. */
interface Shown {
  documentId?: string;
  locale?: string | null;
  /** When that was saved. */
  updatedAt?: string;
}

/** What a form holds, among it the state that it says. */
interface Values {
  updatedAt?: unknown;
}

/** What is saved in the content manager, and what the server answers. */
interface Saving {
  model: string;
  data?: Values;
}

interface Saved {
  data: { data: Shown };
}

/**
 * Has a form say with its save, or with its publication, which state of the document it shows: the content manager sends
 * what is in the form and not what that was based on. The server refuses it where that is no longer the last state. As an
 * action, because those are beside every form, also in the dialog of a relation; none is shown for it.
 */
export const SeenState: DocumentActionComponent = ({ model, document }) => {
  const { isSubmitting, setValues, resetForm, ...form } = useForm('SeenState', (state) => state);
  const { initialValues, values } = form as Record<'initialValues' | 'values', Values>;
  const seen = seenState(document as Shown | undefined);
  // Before anybody reads the values in order to send them.
  useLayoutEffect(() => {
    if (!isOwnType(model)) return;
    if (isSubmitting) {
      if (values.updatedAt !== seen) setValues({ ...values, updatedAt: seen });
      return;
    }
    // What was saved is what the form begins with from now on.
    if ('updatedAt' in initialValues) resetForm(withoutState(initialValues));
    if ('updatedAt' in initialValues || 'updatedAt' in values) setValues(withoutState(values));
  }, [model, initialValues, values, isSubmitting, setValues, resetForm, seen]);
  return null;
};

SeenState.position = ['panel', 'preview', 'relation-modal'];

const withoutState = ({ updatedAt: _, ...values }: Values): object => values;

/**
 * By the state that a form showed when it was saved from here, when that save was. The answer says so before the document
 * is read again, and until then the form shows what it has saved itself.
 */
const savedFrom = new Map<string, string>();

const stateOf = ({ documentId, locale }: Shown, updatedAt: unknown): string =>
  [documentId, locale, updatedAt].join(' ');

/** When the state was saved that a form shows: null for a translation that is not there, undefined for a document that is not. */
function seenState(document: Shown | undefined): string | null | undefined {
  if (!document?.documentId) return document && null;
  let seen = document.updatedAt;
  for (let next = seen; next; next = savedFrom.get(stateOf(document, seen))) seen = next;
  return seen;
}

/** In bootstrap(): Strapi's own saves are heard of. */
export function noteSaves(): void {
  const onCacheEntryAdded = async (
    { model, data: { updatedAt } = {} }: Saving,
    { cacheDataLoaded }: { cacheDataLoaded: Promise<Saved> },
  ): Promise<void> => {
    if (!isOwnType(model)) return;
    // What is published has the time of the draft that it was made of.
    const { data } = (await cacheDataLoaded).data;
    if (updatedAt && data.updatedAt && data.updatedAt !== updatedAt)
      savedFrom.set(stateOf(data, updatedAt), data.updatedAt);
  };
  const endpoints = { updateDocument: { onCacheEntryAdded }, publishDocument: { onCacheEntryAdded } };
  consentApi.enhanceEndpoints({ endpoints });
}
