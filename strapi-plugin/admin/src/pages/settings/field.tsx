import {
  Field,
  Flex,
  NumberInput,
  SingleSelect,
  SingleSelectOption,
  Textarea,
  TextButton,
  TextInput,
  Toggle,
  Typography,
} from '@strapi/design-system';
import { type ReactNode, useRef, useState } from 'react';
import type { SharedSettings } from '../../../../server/src/content/setting-fields';
import { isTextKey, useTexts } from '../../texts';
import { controlOf, type SimpleField, type TextField } from './fields';
import { effective, useForm } from './form';

/** A setting that all languages share: its control, what it does, where its value comes from, and the way back. */
export function SettingField({ name }: { name: SimpleField }) {
  const { t } = useTexts();
  const form = useForm();
  const fallback = form.view.fallbacks[name];
  const set = form.draft.shared[name] !== null;
  const source = set ? 'edited' : fallback.from;
  return (
    <Frame
      label={t(`settings.f.${name}`)}
      hint={t(`settings.f.${name}.hint`)}
      problem={problemOf(form.problems, `shared.${name}`)}
      source={t(`settings.source.${source}`)}
      reset={
        set && form.editable
          ? {
              label: t('settings.reset', { value: valueText(t, name, fallback.value) }),
              act: () => form.setShared({ [name]: null }),
            }
          : null
      }
    >
      <SharedControl name={name} />
    </Frame>
  );
}

/** What is wrong with a value, or with one of those that it is made of. */
const problemOf = (problems: Readonly<Record<string, string>>, path: string): string | undefined =>
  problems[path] ?? Object.entries(problems).find(([at]) => at.startsWith(`${path}.`))?.[1];

/** A value in words: "on", "36", "Linked to the account". */
function valueText(t: ReturnType<typeof useTexts>['t'], name: SimpleField, value: unknown): string {
  if (typeof value === 'boolean') return t(value ? 'settings.on' : 'settings.off');
  if (value === null || String(value) === '') return t('settings.empty');
  return choiceText(t, name, String(value));
}

function choiceText(t: ReturnType<typeof useTexts>['t'], name: SimpleField, value: string): string {
  const keys = [`settings.f.${name}.${value}`, `model.${value}`];
  const key = keys.find(isTextKey);
  return key ? t(key) : value;
}

function SharedControl({ name }: { name: SimpleField }) {
  const { t } = useTexts();
  const form = useForm();
  const control = controlOf(name);
  const value = effective(form, name);
  // What is typed shows what is set and nothing else: a field that fills itself cannot be emptied.
  const own = form.draft.shared[name];
  const disabled = !form.editable;
  const set = (next: unknown) => form.setShared({ [name]: next } as Partial<SharedSettings>);
  switch (control?.kind) {
    case 'switch':
      return (
        <Toggle
          checked={value === true}
          disabled={disabled}
          onLabel={t('settings.on')}
          offLabel={t('settings.off')}
          onChange={(event) => set(event.target.checked)}
        />
      );
    case 'number':
      return (
        <NumberInput
          value={typeof own === 'number' ? own : undefined}
          placeholder={String(value ?? '')}
          disabled={disabled}
          onValueChange={(next) => set(next ?? null)}
        />
      );
    case 'choice':
      return (
        <SingleSelect value={String(value)} disabled={disabled} onChange={(next) => set(String(next))}>
          {control.options.map((option) => (
            <SingleSelectOption key={option} value={option}>
              {choiceText(t, name, option)}
            </SingleSelectOption>
          ))}
        </SingleSelect>
      );
    case 'text':
      return (
        <TextInput
          type={control.input === 'email' ? 'email' : 'text'}
          value={String(own ?? '')}
          placeholder={String(value ?? '')}
          disabled={disabled}
          onChange={(event) => set(event.target.value || null)}
        />
      );
    case 'lines':
      return <LinesControl lines={(own as string[] | null) ?? []} disabled={disabled} set={set} />;
    default:
      return null;
  }
}

interface LinesProps {
  lines: readonly string[];
  disabled: boolean;
  set(lines: string[] | null): void;
}

/** Texts, one a line. What was typed stands as it is, empty lines too, until the form takes another value. */
function LinesControl({ lines, disabled, set }: LinesProps) {
  const stored = lines.join('\n');
  const [typed, setTyped] = useState(stored);
  const shown = linesOf(typed).join('\n') === stored ? typed : stored;
  return (
    <Textarea
      rows={4}
      value={shown}
      disabled={disabled}
      onChange={(event) => {
        const { value } = event.target;
        setTyped(value);
        set(linesOf(value).length > 0 ? linesOf(value) : null);
      }}
    />
  );
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** A text in one language. Empty, the default language's text is shown to visitors, or the built-in one. */
export function LocalizedField({ name, locale }: { name: TextField; locale: string }) {
  const { t } = useTexts();
  const { view, draft, problems, editable, setText } = useForm();
  const main = locale === view.locales.default ? null : draft.texts[view.locales.default]?.[name];
  const own = draft.texts[locale]?.[name] ?? null;
  const inherited = main || view.builtInTexts[name];
  const source = own ? 'edited' : main ? 'defaultLocale' : 'default';
  const common = {
    value: own ?? '',
    disabled: !editable,
    lang: locale,
    placeholder: inherited ?? '',
    onChange: (event: { target: { value: string } }) => setText(locale, name, event.target.value || null),
  };
  return (
    <Frame
      label={t(`settings.f.${name}`)}
      hint={t(`settings.f.${name}.hint`)}
      problem={problems[`texts.${locale}.${name}`]}
      source={t(`settings.source.${source}`)}
      reset={
        own !== null && editable
          ? {
              label: t('settings.reset', { value: shortened(inherited ?? t('settings.empty')) }),
              act: () => setText(locale, name, null),
            }
          : null
      }
    >
      {controlOf(name)?.kind === 'area' ? <Textarea {...common} /> : <TextInput {...common} />}
    </Frame>
  );
}

const shortened = (text: string): string => (text.length > 40 ? `${text.slice(0, 39)}…` : text);

interface FrameProps {
  label: string;
  hint: string;
  problem: string | undefined;
  source: string;
  reset: { label: string; act(): void } | null;
  children: ReactNode;
}

function Frame({ label, hint, problem, source, reset, children }: FrameProps) {
  const field = useRef<HTMLDivElement>(null);
  const setBack = () => {
    reset?.act();
    // The button goes away, and would take the focus with it.
    field.current?.querySelector<HTMLElement>('input, textarea, [role="combobox"]')?.focus();
  };
  return (
    <Field.Root ref={field} hint={hint} error={problem} width="100%">
      <Field.Label>{label}</Field.Label>
      {children}
      <Field.Error />
      <Field.Hint />
      <Flex gap={3} wrap="wrap">
        <Typography variant="pi" textColor="neutral600">
          {source}
        </Typography>
        {reset && (
          <TextButton
            onClick={setBack}
            style={{ textAlign: 'start' }}
            aria-label={`${label}: ${reset.label}`}
          >
            {reset.label}
          </TextButton>
        )}
      </Flex>
    </Field.Root>
  );
}
