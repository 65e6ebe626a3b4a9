import { Field, SingleSelect, SingleSelectOption } from '@strapi/design-system';
import { useTexts } from '../../texts';

interface Props {
  categories: readonly { key: string; label: string }[];
  value: string;
  change(key: string): void;
  hint?: string;
}

/** The category that a tracker is to be in. */
export function CategoryChoice({ categories, value, change, hint }: Props) {
  const { t } = useTexts();
  return (
    <Field.Root required hint={hint}>
      <Field.Label>{t('trackers.category')}</Field.Label>
      <SingleSelect value={value} onChange={(key) => change(String(key))}>
        {categories.map(({ key, label }) => (
          <SingleSelectOption key={key} value={key}>
            {label}
          </SingleSelectOption>
        ))}
      </SingleSelect>
      {hint && <Field.Hint />}
    </Field.Root>
  );
}
