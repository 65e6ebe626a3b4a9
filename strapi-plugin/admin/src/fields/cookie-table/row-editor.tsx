import { TRACKER_STORAGES } from '@permesso/consent-core';
import {
  Box,
  Field,
  Flex,
  Grid,
  IconButton,
  SingleSelect,
  SingleSelectOption,
  TextInput,
} from '@strapi/design-system';
import { ArrowDown, ArrowUp, Trash } from '@strapi/icons';
import { type TextKey, useTexts } from '../../texts';
import type { CookieRow } from './rows';

interface Props {
  row: CookieRow;
  /** From 1, as people count. */
  number: number;
  count: number;
  disabled: boolean;
  change(row: CookieRow): void;
  /** @param to an index from 0 */
  move(to: number): void;
  remove(): void;
}

/** One cookie or storage entry. */
export function RowEditor({ row, number, count, disabled, change, move, remove }: Props) {
  const { t } = useTexts();
  const which = row.name || String(number);
  const cell = { row, disabled, change };
  // A wildcard alone would stand for everything, and the server refuses it.
  const wrong =
    row.name === '' ? t('cookies.name.missing') : /^\*+$/.test(row.name) && t('cookies.name.wildcard');
  return (
    <Box
      data-row
      tag="fieldset"
      background="neutral100"
      borderColor="neutral200"
      hasRadius
      padding={4}
      aria-label={t('cookies.row', { which })}
    >
      <Grid.Root gap={3}>
        <Text name="name" {...cell} col={4} required error={wrong || undefined} />
        <Text name="domain" {...cell} col={4} />
        <Grid.Item col={4} xs={12} direction="column" alignItems="stretch">
          <Field.Root>
            <Field.Label>{t('cookies.storage')}</Field.Label>
            <SingleSelect
              value={row.storage}
              disabled={disabled}
              onChange={(value) =>
                change({ ...row, storage: TRACKER_STORAGES.find((known) => known === value) ?? row.storage })
              }
            >
              {TRACKER_STORAGES.map((storage) => (
                <SingleSelectOption key={storage} value={storage}>
                  {t(`cookies.storage.${storage}`)}
                </SingleSelectOption>
              ))}
            </SingleSelect>
          </Field.Root>
        </Grid.Item>
        <Text name="durationText" {...cell} col={4} />
        <Text name="description" {...cell} col={8} />
      </Grid.Root>
      <Flex justifyContent="flex-end" gap={1} paddingTop={3}>
        <IconButton
          data-act="up"
          label={t('cookies.up', { which })}
          disabled={disabled || number === 1}
          onClick={() => move(number - 2)}
        >
          <ArrowUp />
        </IconButton>
        <IconButton
          data-act="down"
          label={t('cookies.down', { which })}
          disabled={disabled || number === count}
          onClick={() => move(number)}
        >
          <ArrowDown />
        </IconButton>
        <IconButton
          data-act="remove"
          label={t('cookies.remove', { which })}
          disabled={disabled}
          onClick={remove}
        >
          <Trash />
        </IconButton>
      </Flex>
    </Box>
  );
}

interface TextProps extends Pick<Props, 'row' | 'disabled' | 'change'> {
  name: 'name' | 'domain' | 'durationText' | 'description';
  col: number;
  required?: boolean;
  error?: string | undefined;
}

function Text({ name, row, disabled, change, col, required = false, error }: TextProps) {
  const { t } = useTexts();
  const key = `cookies.${name}` as const satisfies TextKey;
  return (
    <Grid.Item col={col} xs={12} direction="column" alignItems="stretch">
      <Field.Root required={required} error={error}>
        <Field.Label>{t(key)}</Field.Label>
        <TextInput
          value={row[name]}
          disabled={disabled}
          placeholder={t(`${key}.example`)}
          onChange={(event) => change({ ...row, [name]: event.target.value })}
        />
        <Field.Error />
      </Field.Root>
    </Grid.Item>
  );
}
