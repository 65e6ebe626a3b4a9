import { useAuth, useQueryParams } from '@strapi/strapi/admin';
import { useMemo, useSyncExternalStore } from 'react';
import { isOwnType } from '../../../server/src/uids';
import type { Values } from './form-values';

/** A form of the content manager: whose, of which document, in which language. */
export interface EditedForm {
  /** Of the administrator: somebody else may sign in without loading the admin again. */
  user: string;
  model: string;
  documentId: string;
  /** Undefined is the default one. */
  locale: string | undefined;
}

/** The form beside which this is; null where it is not one of ours, shows what is published, or has no document yet. */
export function useEditedForm(model: string, documentId: string | undefined): EditedForm | null {
  const user = useAuth('ConsentEdits', ({ user: current }) => current && String(current.id));
  const [{ query }] = useQueryParams<{ status?: string; plugins?: { i18n?: { locale?: string } } }>();
  const locale = query.plugins?.i18n?.locale;
  const isEdited = isOwnType(model) && query.status !== 'published';
  return useMemo(
    () => (user && isEdited && documentId ? { user, model, documentId, locale } : null),
    [user, model, documentId, locale, isEdited],
  );
}

/** `discarded`: the form begins anew with what is published. */
export type Outcome = 'saved' | 'refused' | 'discarded';

type Document = Pick<EditedForm, 'model' | 'documentId'>;

export interface Noted {
  outcome: Outcome;
  /** Fields that somebody else has changed meanwhile, as far as the refusal names them. */
  taken: readonly string[];
}

/** What became of the last save or discarding of a document by one of its forms, of which one is open at a time. */
const outcomes = new Map<string, Noted>();

const documentKey = ({ model, documentId }: Document): string => `${model} ${documentId}`;

/** Undefined while the save is under way, and where nothing was sent. */
export const lastOutcome = (document: Document): Noted | undefined => outcomes.get(documentKey(document));

export const noteOutcome = (document: Document, outcome: Outcome, taken: readonly string[] = []): void =>
  void outcomes.set(documentKey(document), { outcome, taken });

export const forgetOutcome = (document: Document): void => void outcomes.delete(documentKey(document));

/**
 * What was typed, could not be saved and is no longer in the form: by the form, then by the field. Outside of the form, since Strapi
 * mounts that anew; it is gone when the admin is loaded again.
 */
const unsaved = new Map<string, Values>();
const listeners = new Set<() => void>();

/** As a key of what outlasts the form. */
export const formKey = (form: EditedForm): string => `${form.user} ${documentKey(form)} ${form.locale}`;

const unsavedOf = (form: EditedForm | null): Values => (form && unsaved.get(formKey(form))) ?? NOTHING;

const NOTHING: Values = {};

function change(form: EditedForm, values: Values): void {
  unsaved.set(formKey(form), values);
  for (const listener of listeners) listener();
}

export const keepUnsaved = (form: EditedForm, values: Values): void =>
  change(form, { ...unsavedOf(form), ...values });

export function dismissUnsaved(form: EditedForm, name: string): void {
  const { [name]: _, ...others } = unsavedOf(form);
  change(form, others);
}

export const useUnsaved = (form: EditedForm | null): Values =>
  useSyncExternalStore(subscribe, () => unsavedOf(form));

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
