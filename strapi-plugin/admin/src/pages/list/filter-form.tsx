import {
  Box,
  DatePicker,
  Field,
  Flex,
  Grid,
  SingleSelect,
  SingleSelectOption,
  TextInput,
} from '@strapi/design-system';
import { type ReactNode, useEffect, useState } from 'react';
import { localDay } from '../../day';
import { SteadyButton } from '../../steady-button';
import { useTexts } from '../../texts';

interface FormProps {
  label: string;
  /** Something is filled in, so there is something to clear. */
  used: boolean;
  clear(): void;
  /** Of the twelve columns, what the last row leaves to the button. */
  clearCol: number;
  /** Cells with fields. */
  children: ReactNode;
}

/** The form above a list; selects and days act at once, texts when the form is sent or left. */
export function FilterForm({ label, used, clear, clearCol, children }: FormProps) {
  const { t } = useTexts();
  return (
    <Box background="neutral0" hasRadius shadow="filterShadow" padding={5} role="search" aria-label={label}>
      <Grid.Root gap={4}>
        {children}
        <Cell col={clearCol}>
          <Flex height="100%" alignItems="flex-end" justifyContent="flex-end" width="100%">
            <SteadyButton variant="tertiary" size="L" onClick={clear} idle={!used}>
              {t('records.filters.clear')}
            </SteadyButton>
          </Flex>
        </Cell>
      </Grid.Root>
    </Box>
  );
}

export function Cell({ col, children }: { col: number; children: ReactNode }) {
  return (
    <Grid.Item col={col} s={6} xs={12} direction="column" alignItems="stretch">
      {children}
    </Grid.Item>
  );
}

/** What a field narrows the list by. */
export interface FilterField {
  name: string;
  label: string;
  value: string | undefined;
  /** With an empty text nothing is narrowed any more. */
  change(value: string): void;
}

interface TextProps extends FilterField {
  example: string;
  maxLength?: number;
}

export function TextFilter({ name, label, value = '', change, example, maxLength }: TextProps) {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  const send = () => typed.trim() !== value && change(typed);
  return (
    <Field.Root name={name}>
      <Field.Label>{label}</Field.Label>
      <TextInput
        value={typed}
        maxLength={maxLength}
        placeholder={example}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={send}
        onKeyDown={(event) => event.key === 'Enter' && send()}
      />
    </Field.Root>
  );
}

export function DayFilter({ name, label, value, change }: FilterField) {
  const { t, intl } = useTexts();
  return (
    <Field.Root name={name}>
      <Field.Label>{label}</Field.Label>
      <DatePicker
        locale={intl.locale}
        value={value ? new Date(`${value}T00:00:00`) : undefined}
        onChange={(date) => change(date ? localDay(date) : '')}
        onClear={() => change('')}
        clearLabel={t('records.filters.clear')}
      />
    </Field.Root>
  );
}

interface ChoiceProps extends FilterField {
  options: [value: string, label: string][];
  disabled?: boolean;
  /** What holds when nothing is chosen; then there is no "any". */
  fallback?: string | undefined;
  /** What it is called that nothing is chosen. */
  placeholder?: string;
}

export function ChoiceFilter({
  name,
  label,
  value,
  change,
  options,
  disabled = false,
  fallback,
  placeholder,
}: ChoiceProps) {
  const { t } = useTexts();
  return (
    <Field.Root name={name}>
      <Field.Label>{label}</Field.Label>
      <SingleSelect
        value={value ?? fallback ?? ''}
        disabled={disabled}
        placeholder={placeholder ?? t('records.any')}
        onChange={(chosen) => change(String(chosen ?? ''))}
        onClear={fallback ? undefined : () => change('')}
        clearLabel={t('records.filters.clear')}
      >
        {options.map(([option, text]) => (
          <SingleSelectOption key={option} value={option}>
            {text}
          </SingleSelectOption>
        ))}
      </SingleSelect>
    </Field.Root>
  );
}
