import { Field, JSONInput } from '@strapi/design-system';
import { type InputProps, useField } from '@strapi/strapi/admin';
import { useState } from 'react';

/** The rows as JSON; while the text is not valid, the last valid rows stand. */
export default function CookieTableInput({
  name,
  label,
  hint,
  required,
  disabled,
  labelAction,
}: InputProps & { labelAction?: React.ReactNode }) {
  const field = useField<unknown>(name);
  const [text, setText] = useState(() => JSON.stringify(field.value ?? [], null, 2));
  const change = (next: string) => {
    setText(next);
    try {
      field.onChange(name, JSON.parse(next));
    } catch {
      // Half-typed JSON is no answer yet.
    }
  };
  return (
    <Field.Root name={name} hint={hint} error={field.error} required={required}>
      <Field.Label action={labelAction}>{label}</Field.Label>
      <JSONInput value={text} disabled={disabled} onChange={change} minHeight="20rem" />
      <Field.Hint />
      <Field.Error />
    </Field.Root>
  );
}
