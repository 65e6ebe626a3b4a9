import { Field, TextInput } from '@strapi/design-system';
import { useTexts } from '../texts';

interface Props {
  value: string;
  hint: string;
  change(value: string): void;
}

/** Two letters. */
export function CountryField(props: Props) {
  const { t } = useTexts();
  return <CodeField {...props} label={t('records.country')} placeholder="US" maxLength={2} />;
}

/** With or without the country before it: CA or US-CA. */
export function RegionField(props: Omit<Props, 'hint'>) {
  const { t } = useTexts();
  return (
    <CodeField
      {...props}
      label={t('settings.jurisdictions.region')}
      hint={t('settings.check.region.hint')}
      placeholder="CA"
      maxLength={6}
    />
  );
}

function CodeField({
  label,
  value,
  hint,
  change,
  ...input
}: Props & { label: string; placeholder: string; maxLength: number }) {
  return (
    <Field.Root hint={hint}>
      <Field.Label>{label}</Field.Label>
      <TextInput {...input} value={value} onChange={(event) => change(event.target.value.toUpperCase())} />
      <Field.Hint />
    </Field.Root>
  );
}
