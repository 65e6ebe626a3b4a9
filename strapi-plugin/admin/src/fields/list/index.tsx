import { Field, Textarea } from '@strapi/design-system';
import { useField } from '@strapi/strapi/admin';
import { useState } from 'react';
import { useTexts } from '../../texts';
import type { CustomFieldProps } from '../input-props';

/** A list of short texts, one a line, instead of JSON. */
export default function ListInput({ name, label, hint, required, disabled, labelAction }: CustomFieldProps) {
  const { t } = useTexts();
  const field = useField<unknown>(name);
  const stored = linesOf(field.value);
  const [typed, setTyped] = useState(stored);
  // What was typed stands as it is, empty lines too, until the form takes another value.
  const shown = listOf(typed).join('\n') === stored ? typed : stored;
  return (
    <Field.Root name={name} hint={hint || t('list.hint')} error={field.error} required={required}>
      <Field.Label action={labelAction}>{label}</Field.Label>
      <Textarea
        rows={3}
        value={shown}
        disabled={disabled}
        onChange={(event) => {
          setTyped(event.target.value);
          field.onChange(name, listOf(event.target.value));
        }}
      />
      <Field.Hint />
      <Field.Error />
    </Field.Root>
  );
}

const linesOf = (value: unknown): string =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string').join('\n') : '';

const listOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
