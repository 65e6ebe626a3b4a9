import { Button, Field, Flex, Typography } from '@strapi/design-system';
import { Plus } from '@strapi/icons';
import { useField } from '@strapi/strapi/admin';
import { useRef } from 'react';
import { useTexts } from '../../texts';
import type { CustomFieldProps } from '../input-props';
import { RowEditor } from './row-editor';
import { type CookieRow, EMPTY_ROW, moved, rowsOf, storedRows } from './rows';

/** What a tracker stores in the browser: a row for each cookie or storage entry. */
export default function CookieTableInput({
  name,
  label,
  hint,
  required,
  disabled,
  labelAction,
}: CustomFieldProps) {
  const { t } = useTexts();
  const field = useField<unknown>(name);
  const list = useRef<HTMLDivElement>(null);
  const rows = rowsOf(field.value);
  const change = (next: CookieRow[]) => field.onChange(name, storedRows(next));
  const add = () => {
    change([...rows, EMPTY_ROW]);
    // The new row is there after the next paint; typing goes on in it.
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLInputElement>('[data-row]:last-of-type input')?.focus(),
    );
  };
  /** The row that was moved, or the one that took the place of another: the keyboard goes on from there. */
  const focus = (index: number, act: 'up' | 'down' | 'remove') =>
    requestAnimationFrame(() => {
      const row = list.current?.querySelectorAll('[data-row]')[index];
      const last = list.current?.querySelector<HTMLElement>(':scope > :last-child button');
      (row?.querySelector<HTMLElement>(`[data-act="${act}"]`) ?? last)?.focus();
    });
  return (
    <Field.Root name={name} hint={hint} error={field.error} required={required}>
      <Field.Label action={labelAction}>{label}</Field.Label>
      <Flex ref={list} direction="column" alignItems="stretch" gap={3}>
        {rows.length === 0 && <Typography textColor="neutral600">{t('cookies.none')}</Typography>}
        {rows.map((row, index) => (
          <RowEditor
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity, and every cell is controlled.
            key={index}
            row={row}
            number={index + 1}
            count={rows.length}
            disabled={disabled ?? false}
            change={(next) => change(rows.map((one, at) => (at === index ? next : one)))}
            move={(to) => {
              change(moved(rows, index, to));
              focus(to, to < index ? 'up' : 'down');
            }}
            remove={() => {
              change(rows.filter((_, at) => at !== index));
              focus(index, 'remove');
            }}
          />
        ))}
        <Flex>
          <Button variant="secondary" startIcon={<Plus />} disabled={disabled ?? false} onClick={add}>
            {t('cookies.add')}
          </Button>
        </Flex>
      </Flex>
      <Field.Hint />
      <Field.Error />
    </Field.Root>
  );
}
