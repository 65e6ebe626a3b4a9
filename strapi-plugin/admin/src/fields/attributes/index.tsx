import { Field, Textarea } from '@strapi/design-system';
import { useField } from '@strapi/strapi/admin';
import { useState } from 'react';
import { useTexts } from '../../texts';
import type { CustomFieldProps } from '../input-props';
import { attributesOf, linesOf } from './lines';

/** The attributes of an element, one a line, instead of JSON. */
export default function AttributesInput({
  name,
  label,
  hint,
  required,
  disabled,
  labelAction,
}: CustomFieldProps) {
  const { t } = useTexts();
  const field = useField<unknown>(name);
  const stored = linesOf(field.value);
  const [typed, setTyped] = useState(stored);
  // What was typed stands as it is, half-written lines too, until the form takes another value.
  const shown = linesOf(attributesOf(typed)) === stored ? typed : stored;
  return (
    <Field.Root name={name} hint={hint || t('attributes.hint')} error={field.error} required={required}>
      <Field.Label action={labelAction}>{label}</Field.Label>
      <Textarea
        rows={3}
        value={shown}
        disabled={disabled}
        placeholder="crossorigin=anonymous"
        onChange={(event) => {
          setTyped(event.target.value);
          field.onChange(name, attributesOf(event.target.value));
        }}
      />
      <Field.Hint />
      <Field.Error />
    </Field.Root>
  );
}
