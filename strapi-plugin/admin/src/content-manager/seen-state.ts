import type { DocumentActionComponent } from '@strapi/content-manager/strapi-admin';
import { useForm } from '@strapi/strapi/admin';
import { useLayoutEffect } from 'react';
import { isOwnType } from '../../../server/src/uids';
import { consentApi } from '../api';
import { noteOutcome } from './unsaved-edits';

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
  /** Of an unpublishing: whether the draft becomes what was published. */
  discardDraft?: unknown;
}

/** An act of the content manager upon a document. */
interface Act {
  model: string;
  documentId?: string;
  /** What the form holds, where it is sent. */
  data?: Values;
}

/** What the server answers; to a publication what is published, with the time of the draft that it was made of. */
interface Answer {
  data: Shown;
}

/** An endpoint of the content manager. */
interface Endpoint {
  query(act: Act): { data?: object };
  onQueryStarted?(act: Act, life: ActLife): unknown;
}

interface ActLife {
  queryFulfilled: Promise<{ data: Answer }>;
}

/**
 * Has a form say with its save, or with its publication, which state of the document it shows: the content manager sends
 * what is in the form and not what that was based on. The server refuses it where that is no longer the last state. As an
 * action, because those are beside every form, also in the dialog of a relation; none is shown for it.
 */
export const SeenState: DocumentActionComponent = ({ model, document }) => {
  const { isSubmitting, setValues, resetForm, ...form } = useForm('SeenState', (state) => state);
  const { initialValues, values } = form as Record<'initialValues' | 'values', Values>;
  const shown = document as Shown | undefined;
  const seen = seenState(shown);
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
  useLayoutEffect(() => {
    if (isOwnType(model) && shown?.documentId) lastShown.set(shown.documentId, shown);
  }, [model, shown]);
  return null;
};

SeenState.position = ['panel', 'preview', 'relation-modal'];

/** What a form last showed of a document. */
const lastShown = new Map<string | undefined, Shown>();

const withoutState = ({ updatedAt: _, ...values }: Values): object => values;

/**
 * By document, and by the state that a form of it showed when it was saved from here: when that save was. The answer says so
 * before the document is read again, and until then the form shows what it has saved itself.
 */
const savedFrom = new Map<string | undefined, Map<string, string>>();

const stateOf = ({ locale }: Shown, updatedAt: string): string => `${locale} ${updatedAt}`;

/** When the state was saved that a form shows: null for a translation that is not there, undefined for a document that is not. */
function seenState(document: Shown | undefined): string | null | undefined {
  if (!document?.documentId) return document && null;
  const saves = savedFrom.get(document.documentId);
  let seen = document.updatedAt;
  for (let next = seen; next; next = saves?.get(stateOf(document, next))) seen = next;
  return seen;
}

/** In bootstrap(): Strapi's own saves are heard of, and what discards a draft says which one was seen. */
export function noteSaves(): void {
  const save = (endpoint: Endpoint): void => follow(endpoint, noteSave);
  const discard = (endpoint: Endpoint): void => {
    saySeen(endpoint);
    follow(endpoint, noteDiscard);
  };
  consentApi.enhanceEndpoints({
    endpoints: {
      updateDocument: save,
      publishDocument: save,
      discardDocument: discard,
      // What is published may take the place of its draft.
      unpublishDocument: discard,
    } as object,
  });
}

function follow(endpoint: Endpoint, note: (act: Act, life: ActLife) => Promise<void>): void {
  const { onQueryStarted } = endpoint;
  endpoint.onQueryStarted = (act, life) => {
    if (isOwnType(act.model)) void note(act, life);
    return onQueryStarted?.(act, life);
  };
}

function saySeen(endpoint: Endpoint): void {
  const { query } = endpoint;
  endpoint.query = (act) => {
    const request = query(act);
    const updatedAt = isOwnType(act.model) ? seenState(lastShown.get(act.documentId)) : undefined;
    return updatedAt ? { ...request, data: { ...request.data, updatedAt } } : request;
  };
}

async function noteSave({ model, documentId = '', data }: Act, { queryFulfilled }: ActLife): Promise<void> {
  try {
    const { data: saved } = (await queryFulfilled).data;
    const seen = data?.updatedAt;
    // It changed nothing: the form goes on showing the same state, and waits for no other.
    if (seen && saved.updatedAt === seen) return;
    if (typeof seen === 'string' && saved.updatedAt) {
      const saves = savedFrom.get(documentId) ?? new Map();
      savedFrom.set(documentId, saves.set(stateOf(saved, seen), saved.updatedAt));
    }
    noteOutcome({ model, documentId }, 'saved');
  } catch (refusal) {
    savedFrom.delete(documentId);
    noteOutcome({ model, documentId }, 'refused', takenIn(refusal));
  }
}

/** The fields that a refusal names, which says `shared.category` or `locales.de.label`. */
function takenIn(refusal: unknown): string[] {
  const { error } = (refusal ?? {}) as { error?: { details?: { fields?: unknown } } };
  const fields = error?.details?.fields;
  return Array.isArray(fields) ? fields.map((path) => String(path).split('.').at(-1) as string) : [];
}

/** What was published, and is a draft again, has the time that it had before any save since. */
async function noteDiscard(
  { model, documentId = '', data }: Act,
  { queryFulfilled }: ActLife,
): Promise<void> {
  const isDone = await queryFulfilled.then(
    () => true,
    () => false,
  );
  savedFrom.delete(documentId);
  if (isDone && data?.discardDraft !== false) noteOutcome({ model, documentId }, 'discarded');
}
