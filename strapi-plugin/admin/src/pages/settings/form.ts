import { useNotification } from '@strapi/strapi/admin';
import { createContext, useContext, useEffect, useMemo, useState } from 'react';
import {
  type SettingTexts,
  type SharedSettings,
  TEXT_FIELDS,
} from '../../../../server/src/content/setting-fields';
import { type SettingsChange, settingsChange } from '../../../../server/src/settings/schema';
import { useRefusal } from '../../api/act';
import type { SettingsView } from '../../api/contract';
import { type TextKey, useTexts } from '../../texts';
import { useSaveConsentSettingsMutation } from './api';
import type { SharedField, TextField } from './fields';
import type { JurisdictionRules } from './jurisdiction-table';
import { type Problem, problemText } from './problems';

/** What is being edited; null in it is "not set". */
export interface Draft {
  shared: SharedSettings;
  texts: Record<string, SettingTexts>;
}

export interface SettingsForm {
  view: SettingsView;
  draft: Draft;
  /** False for those who may only look. */
  editable: boolean;
  dirty: boolean;
  saving: boolean;
  /** By path: `shared.noticeDays`, `texts.de.linkPrivacy`, `shared.regions.0.region`. */
  problems: Readonly<Record<string, string>>;
  setShared(change: Partial<SharedSettings>): void;
  setText(locale: string, field: TextField, value: string | null): void;
  discard(): void;
  /** Whether it was saved. */
  save(): Promise<boolean>;
}

export const FormContext = createContext<SettingsForm | null>(null);

/** The form of the page around. */
export function useForm(): SettingsForm {
  const form = useContext(FormContext);
  if (!form) throw new Error('consent: a field of the settings stands outside their form');
  return form;
}

export const EMPTY_TEXTS = Object.fromEntries(TEXT_FIELDS.map((field) => [field, null])) as SettingTexts;

/** Keeps the edits until they are saved, and checks them by the same schema as the server does. */
export function useSettingsForm(loaded: SettingsView, editable: boolean): SettingsForm {
  const { t } = useTexts();
  const { toggleNotification } = useNotification();
  const refuse = useRefusal();
  const [saveSettings, { isLoading: saving }] = useSaveConsentSettingsMutation();
  const [view, setView] = useState(loaded);
  const [draft, setDraft] = useState<Draft>(loaded);
  const [refused, setRefused] = useState<Problem[]>([]);
  const change = useMemo(() => changeOf(view, draft), [view, draft]);
  const dirty = Object.keys(change).length > 0;
  const problems = useMemo(() => {
    const found = settingsChange.safeParse(change).error?.issues ?? [];
    return Object.fromEntries(
      [...refused, ...found].map(({ path, message }) => [
        path.map(String).join('.'),
        problemText(t, path.map(String), message),
      ]),
    );
  }, [change, refused, t]);
  useWarningBeforeUnload(dirty);

  const accept = (value: SettingsView) => {
    setView(value);
    setDraft(value);
    setRefused([]);
  };
  const save = async () => {
    const outcome = await saveSettings({ ...change, replaces: valuesAt(change, view) });
    if ('data' in outcome) {
      const { data } = outcome;
      setView(data);
      setDraft((now) => withChange(data, changeOf(draft, now)));
      setRefused([]);
      toggleNotification({ type: 'success', message: t(savedText(data)) });
      return true;
    }
    const { settings: stored } = detailsOf(outcome.error);
    if (stored) {
      setView(stored);
      setDraft((now) => withChange(stored, changeOf(view, now)));
      toggleNotification({ type: 'warning', message: t('settings.conflict') });
    } else {
      setRefused(problemsOf(outcome.error));
      refuse(outcome.error);
    }
    return false;
  };
  return {
    view,
    draft,
    editable,
    dirty,
    saving,
    problems,
    setShared: (shared) => {
      setRefused([]);
      setDraft((old) => ({ ...old, shared: { ...old.shared, ...shared } }));
    },
    setText: (locale, field, value) => {
      setRefused([]);
      setDraft((old) => {
        const own = { ...(old.texts[locale] ?? EMPTY_TEXTS), [field]: value };
        return { ...old, texts: { ...old.texts, [locale]: own } };
      });
    },
    discard: () => accept(view),
    save,
  };
}

/** Only what differs from what was before. */
function changeOf(view: Draft, draft: Draft): SettingsChange {
  const shared = differing(view.shared, draft.shared);
  const texts = Object.entries(draft.texts).flatMap(([locale, own]) => {
    const changed = differing(view.texts[locale] ?? EMPTY_TEXTS, own);
    return Object.keys(changed).length > 0 ? [[locale, changed] as const] : [];
  });
  return {
    ...(Object.keys(shared).length > 0 ? { shared } : {}),
    ...(texts.length > 0 ? { texts: Object.fromEntries(texts) } : {}),
  };
}

/** What the values that a change is about are in a view of the settings. */
function valuesAt({ shared = {}, texts = {} }: SettingsChange, view: Draft): SettingsChange {
  const pick = <T extends object>(from: T, fields: object) =>
    Object.fromEntries(Object.keys(fields).map((field) => [field, from[field as keyof T]])) as Partial<T>;
  const before = Object.entries(texts).map(([locale, own]) => [
    locale,
    pick(view.texts[locale] ?? EMPTY_TEXTS, own),
  ]);
  return { shared: pick(view.shared, shared), texts: Object.fromEntries(before) };
}

/** What was typed while a save was under way stands on what that save stored. */
function withChange({ shared, texts }: Draft, change: SettingsChange): Draft {
  const later = Object.entries(change.texts ?? {}).map(([locale, own]) => [
    locale,
    { ...(texts[locale] ?? EMPTY_TEXTS), ...own },
  ]);
  return { shared: { ...shared, ...change.shared }, texts: { ...texts, ...Object.fromEntries(later) } };
}

function differing<T extends object>(before: T, after: T): Partial<T> {
  const keys = Object.keys(after) as (keyof T)[];
  return Object.fromEntries(
    keys
      .filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
      .map((key) => [key, after[key]]),
  ) as Partial<T>;
}

const savedText = ({ fixed }: SettingsView): TextKey =>
  fixed.publish === 'manual' ? 'settings.saved.waits' : 'settings.saved';

/** What the server named, in Strapi's shape of a validation error. */
export function problemsOf(error: unknown): Problem[] {
  return detailsOf(error).errors ?? [];
}

/** What a refusal of the server says; `settings` where somebody else has changed the same ones. */
function detailsOf(error: unknown): { errors?: Problem[]; settings?: SettingsView } {
  return (error as { details?: ReturnType<typeof detailsOf> }).details ?? {};
}

function useWarningBeforeUnload(dirty: boolean): void {
  useEffect(() => {
    if (!dirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [dirty]);
}

/** The value that holds: what is set, else the option or the default. */
export const effective = <Field extends SharedField>(
  { view, draft }: Pick<SettingsForm, 'view' | 'draft'>,
  field: Field,
): NonNullable<SharedSettings[Field]> | null =>
  (draft.shared[field] ?? view.fallbacks[field].value) as NonNullable<SharedSettings[Field]> | null;

/** What decides which model applies where, as the form says it now. */
export const jurisdictionRules = (form: SettingsForm): JurisdictionRules => ({
  options: form.view.optionRows,
  edited: form.draft.shared.regions ?? [],
  fallback: effective(form, 'fallbackModel') ?? 'opt-in',
});
