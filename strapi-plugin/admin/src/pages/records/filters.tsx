import { CONSENT_MODELS, CONSENT_SOURCES } from '@permesso/consent-core';
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
import type { PublishedState, RecordList } from '../../api/contract';
import { type Loaded, useRequest } from '../../api/request';
import { localDay } from '../../day';
import { usePublishedState } from '../../published-state';
import { SteadyButton } from '../../steady-button';
import { useTexts } from '../../texts';
import type { Filter, FilterName } from './filter';

interface Props {
  filter: Filter;
  change(changes: Filter): void;
  clear(): void;
}

/** The form above the list; selects act at once, texts when the form is sent or left. */
export function RecordFilters({ filter, change, clear }: Props) {
  const { t } = useTexts();
  const state = usePublishedState();
  const linked = useLinked() || filter.user !== undefined;
  const used = Object.keys(filter).length > 0;
  const props = { filter, change };
  return (
    <Box
      background="neutral0"
      hasRadius
      shadow="filterShadow"
      padding={5}
      role="search"
      aria-label={t('records.filters')}
    >
      <Grid.Root gap={4}>
        <Cell col={6}>
          <TextFilter name="consentId" {...props} />
        </Cell>
        <Cell col={3}>
          <DayFilter name="from" {...props} />
        </Cell>
        <Cell col={3}>
          <DayFilter name="to" {...props} />
        </Cell>
        <Cell col={3}>
          <Choice
            name="source"
            {...props}
            options={CONSENT_SOURCES.map((value) => [value, t(`source.${value}`)])}
          />
        </Cell>
        <Cell col={3}>
          <Choice
            name="model"
            {...props}
            options={CONSENT_MODELS.map((value) => [value, t(`model.${value}`)])}
          />
        </Cell>
        <Cell col={3}>
          <Choice name="category" {...props} options={categoryOptions(state, filter.category)} />
        </Cell>
        <Cell col={3}>
          <Choice
            name="granted"
            {...props}
            disabled={!filter.category}
            fallback={filter.category && 'true'}
            options={[
              ['true', t('records.granted')],
              ['false', t('records.refused')],
            ]}
          />
        </Cell>
        <Cell col={3}>
          <TextFilter name="country" {...props} maxLength={2} />
        </Cell>
        <Cell col={3}>
          <TextFilter name="locale" {...props} maxLength={35} />
        </Cell>
        <Cell col={3}>
          <TextFilter name="policyVersion" {...props} maxLength={16} />
        </Cell>
        {linked && (
          <Cell col={3}>
            <TextFilter name="user" {...props} maxLength={255} />
          </Cell>
        )}
        <Cell col={linked ? 12 : 3}>
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

/** Outside `linked` mode no record names an account. */
function useLinked(): boolean {
  const { answer } = useRequest<RecordList>('/consent/records?limit=1');
  return answer.state === 'loaded' && answer.value.linked;
}

interface CellProps {
  col: number;
  children: ReactNode;
}

function Cell({ col, children }: CellProps) {
  return (
    <Grid.Item col={col} s={6} xs={12} direction="column" alignItems="stretch">
      {children}
    </Grid.Item>
  );
}

/** What is optional now, and what the filter names: that may be a category which is gone. */
function categoryOptions(
  state: Loaded<PublishedState>,
  chosen: string | undefined,
): [value: string, label: string][] {
  const categories = state.state === 'loaded' ? state.value.categories : [];
  const known = categories
    .filter(({ required, key }) => !required || key === chosen)
    .map(({ key, label }): [string, string] => [key, label]);
  return chosen && !known.some(([key]) => key === chosen) ? [...known, [chosen, chosen]] : known;
}

type FilterProps<Name extends FilterName> = Pick<Props, 'filter' | 'change'> & { name: Name };

type TextName = 'consentId' | 'user' | 'country' | 'locale' | 'policyVersion';

function TextFilter({ name, filter, change, maxLength }: FilterProps<TextName> & { maxLength?: number }) {
  const { t } = useTexts();
  const given = filter[name] ?? '';
  const [typed, setTyped] = useState(given);
  useEffect(() => setTyped(given), [given]);
  const send = () => typed.trim() !== given && change({ [name]: typed });
  return (
    <Field.Root name={name}>
      <Field.Label>{t(`records.${name}`)}</Field.Label>
      <TextInput
        value={typed}
        maxLength={maxLength}
        placeholder={t(`records.${name}.example`)}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={send}
        onKeyDown={(event) => event.key === 'Enter' && send()}
      />
    </Field.Root>
  );
}

function DayFilter({ name, filter, change }: FilterProps<'from' | 'to'>) {
  const { t, intl } = useTexts();
  const day = filter[name];
  return (
    <Field.Root name={name}>
      <Field.Label>{t(`records.${name}`)}</Field.Label>
      <DatePicker
        locale={intl.locale}
        value={day ? new Date(`${day}T00:00:00`) : undefined}
        onChange={(date) => change({ [name]: date ? localDay(date) : '' })}
        onClear={() => change({ [name]: '' })}
        clearLabel={t('records.filters.clear')}
      />
    </Field.Root>
  );
}

interface ChoiceProps extends FilterProps<'source' | 'model' | 'category' | 'granted'> {
  options: [value: string, label: string][];
  disabled?: boolean;
  /** What holds when nothing is chosen; then there is no "any". */
  fallback?: string | undefined;
}

function Choice({ name, filter, change, options, disabled = false, fallback }: ChoiceProps) {
  const { t } = useTexts();
  return (
    <Field.Root name={name}>
      <Field.Label>{t(name === 'granted' ? 'records.choice' : `records.${name}`)}</Field.Label>
      <SingleSelect
        value={filter[name] ?? fallback ?? ''}
        disabled={disabled}
        placeholder={t('records.any')}
        onChange={(value) => change({ [name]: String(value ?? '') })}
        onClear={fallback ? undefined : () => change({ [name]: '' })}
        clearLabel={t('records.filters.clear')}
      >
        {options.map(([value, label]) => (
          <SingleSelectOption key={value} value={value}>
            {label}
          </SingleSelectOption>
        ))}
      </SingleSelect>
    </Field.Root>
  );
}
