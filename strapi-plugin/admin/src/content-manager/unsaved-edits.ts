import { useQueryParams } from '@strapi/strapi/admin';
import { useMemo, useSyncExternalStore } from 'react';
import { isOwnType } from '../../../server/src/uids';

/** Values of a form, by the names of its fields. */
export type Values = Readonly<Record<string, unknown>>;

/** A form of the content manager: of which document, in which language. */
export interface EditedForm {
  model: string;
  documentId: string;
  /** Undefined is the default one. */
  locale: string | undefined;
}

/** The form beside which this is; null where it is not one of ours, or where its document is not there yet. */
export function useEditedForm(model: string, documentId: string | undefined): EditedForm | null {
  const [{ query }] = useQueryParams<{ plugins?: { i18n?: { locale?: string } } }>();
  const locale = query.plugins?.i18n?.locale;
  return useMemo(
    () => (isOwnType(model) && documentId ? { model, documentId, locale } : null),
    [model, documentId, locale],
  );
}

export type Outcome = 'saved' | 'refused';

type Document = Pick<EditedForm, 'model' | 'documentId'>;

/** What became of the last save of a document by one of its forms, of which one is open at a time. */
const outcomes = new Map<string, Outcome>();

const documentKey = ({ model, documentId }: Document): string => `${model} ${documentId}`;

/** Undefined while the save is under way, and where nothing was sent. */
export const lastOutcome = (document: Document): Outcome | undefined => outcomes.get(documentKey(document));

export const noteOutcome = (document: Document, outcome: Outcome): void =>
  void outcomes.set(documentKey(document), outcome);

export const forgetOutcome = (document: Document): void => void outcomes.delete(documentKey(document));

/**
 * What was typed, could not be saved and is no longer in the form: by the form, then by the field. Outside of the form, since Strapi
 * mounts that anew; it is gone when the admin is loaded again.
 */
const unsaved = new Map<string, Values>();
const listeners = new Set<() => void>();

const formKey = (form: EditedForm): string => `${documentKey(form)} ${form.locale}`;

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
