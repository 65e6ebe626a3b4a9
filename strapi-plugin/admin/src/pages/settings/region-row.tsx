import { CONSENT_MODELS, type RegionRow } from '@permesso/consent-core';
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
import { Trash } from '@strapi/icons';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { useTexts } from '../../texts';
import { useForm } from './form';

interface Props {
  row: RegionRow;
  index: number;
  change(row: RegionRow): void;
  remove(): void;
}

/** One row of the editor's table of jurisdictions. */
export function RowEditor({ row, index, change, remove }: Props) {
  const { t } = useTexts();
  const { editable } = useForm();
  const which = row.region || String(index + 1);
  return (
    <Box
      tag="fieldset"
      background="neutral100"
      borderColor="neutral200"
      hasRadius
      padding={4}
      aria-label={t('settings.jurisdictions.row', { which })}
    >
      <Grid.Root gap={3}>
        <Cell col={3} index={index} name="region" required hint={t('settings.jurisdictions.region.hint')}>
          <TextInput
            value={row.region}
            disabled={!editable}
            placeholder="US-CA"
            onChange={(event) => change({ ...row, region: event.target.value.trim().toUpperCase() })}
          />
        </Cell>
        <Cell col={5} index={index} name="model">
          <SingleSelect
            value={row.model}
            disabled={!editable}
            onChange={(next) => change({ ...row, model: next as RegionRow['model'] })}
          >
            {CONSENT_MODELS.map((model) => (
              <SingleSelectOption key={model} value={model}>
                {t(`model.${model}` as 'model.none')}
              </SingleSelectOption>
            ))}
          </SingleSelect>
        </Cell>
        <Cell
          col={4}
          index={index}
          name="effectiveFrom"
          hint={t('settings.jurisdictions.effectiveFrom.hint')}
        >
          <DateInput
            type="date"
            value={row.effectiveFrom ?? ''}
            disabled={!editable}
            onChange={({ target: { value } }) => {
              const { effectiveFrom: _, ...rest } = row;
              change(value ? { ...rest, effectiveFrom: value } : rest);
            }}
          />
        </Cell>
        <Cell col={12} index={index} name="law" hint={t('settings.jurisdictions.law.hint')}>
          <TextInput
            value={row.law}
            disabled={!editable}
            onChange={(event) => change({ ...row, law: event.target.value })}
          />
        </Cell>
      </Grid.Root>
      {editable && (
        <Flex justifyContent="flex-end" paddingTop={3}>
          <IconButton
            data-act="remove"
            label={t('settings.jurisdictions.remove', { which })}
            onClick={remove}
          >
            <Trash />
          </IconButton>
        </Flex>
      )}
    </Box>
  );
}

/** The browser draws the calendar's icon, and has to be told on what. */
const DateInput = styled(TextInput)`
  color-scheme: ${({ theme }) => (theme.colors.neutral0 === '#ffffff' ? 'light' : 'dark')};
`;

interface CellProps {
  col: number;
  index: number;
  name: 'region' | 'model' | 'law' | 'effectiveFrom';
  required?: boolean;
  hint?: string;
  children: ReactNode;
}

function Cell({ col, index, name, required = false, hint, children }: CellProps) {
  const { t } = useTexts();
  const { problems } = useForm();
  return (
    <Grid.Item col={col} s={12} xs={12} direction="column" alignItems="stretch">
      <Field.Root required={required} hint={hint} error={problems[`shared.regions.${index}.${name}`]}>
        <Field.Label>{t(`settings.jurisdictions.${name}`)}</Field.Label>
        {children}
        <Field.Error />
        <Field.Hint />
      </Field.Root>
    </Grid.Item>
  );
}
