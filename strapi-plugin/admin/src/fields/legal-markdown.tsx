import { Field, Textarea } from '@strapi/design-system';
import { type InputProps, useField } from '@strapi/strapi/admin';

/** Markdown as plain text. */
export default function LegalMarkdownInput({
  name,
  label,
  hint,
  required,
  disabled,
  labelAction,
}: InputProps & { labelAction?: React.ReactNode }) {
  const field = useField<string | null>(name);
  return (
    <Field.Root name={name} hint={hint} error={field.error} required={required}>
      <Field.Label action={labelAction}>{label}</Field.Label>
      <Textarea
        rows={20}
        value={field.value ?? ''}
        disabled={disabled}
        onChange={(event) => field.onChange(name, event.target.value)}
      />
      <Field.Hint />
      <Field.Error />
    </Field.Root>
  );
}
