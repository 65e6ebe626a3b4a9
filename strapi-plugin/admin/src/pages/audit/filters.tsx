import {
  Box,
  DatePicker,
  Field,
  Grid,
  SingleSelect,
  SingleSelectOption,
  TextInput,
} from '@strapi/design-system';
import { type ReactNode, useEffect, useState } from 'react';
import { AUDIT_ACTIONS } from '../../../../server/src/evidence/audit';
import { localDay } from '../../day';
import { SteadyButton } from '../../steady-button';
import { useTexts } from '../../texts';
import type { Filter, FilterName } from './filter';
import { SUBJECT_TYPES } from './words';

interface Props {
  filter: Filter;
  change(changes: Filter): void;
  clear(): void;
}

/** The form above the trail; selects and days act at once, texts when the form is sent or left. */
export function AuditFilters({ filter, change, clear }: Props) {
  const { t } = useTexts();
  const props = { filter, change };
  const actions = AUDIT_ACTIONS.map((value): [string, string] => [value, t(`audit.action.${value}`)]);
  const types = SUBJECT_TYPES.map(({ uid, key }): [string, string] => [uid, t(key)]);
  return (
    <Box
      background="neutral0"
      hasRadius
      shadow="filterShadow"
      padding={5}
      role="search"
      aria-label={t('audit.filters')}
    >
      <Grid.Root gap={4}>
        <Cell>
          <Choice name="action" {...props} options={actions} />
        </Cell>
        <Cell>
          <Choice name="uid" {...props} options={types} />
        </Cell>
        <Cell>
          <DayFilter name="from" {...props} />
        </Cell>
        <Cell>
          <DayFilter name="to" {...props} />
        </Cell>
        <Cell>
          <TextFilter name="actor" {...props} />
        </Cell>
        <Cell>
          <TextFilter name="subject" {...props} />
        </Cell>
        <Cell>
          <SteadyButton variant="tertiary" idle={Object.keys(filter).length === 0} onClick={clear}>
            {t('records.filters.clear')}
          </SteadyButton>
        </Cell>
      </Grid.Root>
    </Box>
  );
}

function Cell({ children }: { children: ReactNode }) {
  return (
    <Grid.Item col={3} s={6} xs={12} direction="column" alignItems="stretch" justifyContent="flex-end">
      {children}
    </Grid.Item>
  );
}

type FilterProps<Name extends FilterName> = Pick<Props, 'filter' | 'change'> & { name: Name };

function TextFilter({ name, filter, change }: FilterProps<'actor' | 'subject'>) {
  const { t } = useTexts();
  const given = filter[name] ?? '';
  const [typed, setTyped] = useState(given);
  useEffect(() => setTyped(given), [given]);
  const send = () => typed.trim() !== given && change({ [name]: typed });
  return (
    <Field.Root name={name}>
      <Field.Label>{t(`audit.${name}`)}</Field.Label>
      <TextInput
        value={typed}
        placeholder={t(`audit.${name}.example`)}
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
      <Field.Label>{t(`audit.${name}`)}</Field.Label>
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

interface ChoiceProps extends FilterProps<'action' | 'uid'> {
  options: [value: string, label: string][];
}

function Choice({ name, filter, change, options }: ChoiceProps) {
  const { t } = useTexts();
  return (
    <Field.Root name={name}>
      <Field.Label>{t(`audit.${name}`)}</Field.Label>
      <SingleSelect
        value={filter[name] ?? ''}
        placeholder={t('records.any')}
        onChange={(value) => change({ [name]: String(value ?? '') })}
        onClear={() => change({ [name]: '' })}
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
