import type { RegionRow } from '@permesso/consent-core';
import { Button, Checkbox, Flex, Searchbar, Td, Tr, Typography } from '@strapi/design-system';
import { Plus } from '@strapi/icons';
import { useMemo, useRef, useState } from 'react';
import { useTexts } from '../../texts';
import { Mark } from '../mark';
import { WideTable } from '../wide-table';
import { BasisTable } from './basis-table';
import { SettingField } from './field';
import { jurisdictionRules, useForm } from './form';
import { type EffectiveRow, effectiveRows } from './jurisdiction-table';
import { PlaceCheck } from './place-check';
import { useRegionName } from './region-name';
import { RowEditor } from './region-row';
import { Section, Sections } from './section';

/** Which law asks for what: the check of one place, the editor's rows, and the table that they make together. */
export function JurisdictionsTab() {
  const { t } = useTexts();
  return (
    <Sections>
      <PlaceCheck />
      <Section title={t('settings.jurisdictions.fallback')} fields={['fallbackModel']}>
        <SettingField name="fallbackModel" />
      </Section>
      <OwnRows />
      <EffectiveTable />
      <BasisTable />
    </Sections>
  );
}

const NEW_ROW: RegionRow = { region: '', model: 'opt-in', law: '' };

function OwnRows() {
  const { t } = useTexts();
  const { draft, editable, setShared } = useForm();
  const rows = draft.shared.regions ?? [];
  const set = (next: RegionRow[]) => setShared({ regions: next.length > 0 ? next : null });
  const list = useRef<HTMLDivElement>(null);
  /** Once the rows are there: in the new one, or on what removes the one that took the place of another. */
  const focus = (index: number, what: string) =>
    requestAnimationFrame(() => {
      const row = list.current?.querySelectorAll('fieldset')[index];
      const last = list.current?.querySelector<HTMLElement>(':scope > :last-child button');
      (row?.querySelector<HTMLElement>(what) ?? last)?.focus();
    });
  return (
    <Section
      title={t('settings.jurisdictions.own')}
      hint={t('settings.jurisdictions.own.hint')}
      fields={['regions']}
    >
      <Flex ref={list} direction="column" alignItems="stretch" gap={4}>
        {rows.length === 0 && <Typography>{t('settings.jurisdictions.own.none')}</Typography>}
        {rows.map((row, index) => (
          <RowEditor
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place.
            key={index}
            row={row}
            index={index}
            change={(next) => set(rows.with(index, next))}
            remove={() => {
              set(rows.toSpliced(index, 1));
              focus(index, '[data-act="remove"]');
            }}
          />
        ))}
        {editable && (
          <Flex>
            <Button
              variant="secondary"
              startIcon={<Plus />}
              onClick={() => {
                set([...rows, NEW_ROW]);
                focus(rows.length, 'input');
              }}
            >
              {t('settings.jurisdictions.add')}
            </Button>
          </Flex>
        )}
      </Flex>
    </Section>
  );
}

function EffectiveTable() {
  const { t } = useTexts();
  const form = useForm();
  const regionName = useRegionName();
  const [search, setSearch] = useState('');
  const [all, setAll] = useState(false);
  const rules = jurisdictionRules(form);
  const { options, edited, fallback } = rules;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the parts of the rules, which is a new object each time.
  const rows = useMemo(() => effectiveRows(rules, new Date()), [options, edited, fallback]);
  const wanted = search.trim().toLowerCase();
  const shown = rows.filter(
    ({ row, state }) =>
      (all || state !== 'replaced') && regionName(row.region).toLowerCase().includes(wanted),
  );
  return (
    <Section title={t('settings.jurisdictions.table')} hint={t('settings.jurisdictions.table.hint')}>
      <Flex gap={4} wrap="wrap" paddingBottom={4}>
        <Searchbar
          name="region"
          value={search}
          clearLabel={t('records.filters.clear')}
          placeholder={t('settings.jurisdictions.search')}
          onChange={(event) => setSearch(event.target.value)}
          onClear={() => setSearch('')}
        >
          {t('settings.jurisdictions.search')}
        </Searchbar>
        <Checkbox checked={all} onCheckedChange={(checked) => setAll(checked === true)}>
          {t('settings.jurisdictions.all')}
        </Checkbox>
      </Flex>
      <RegionTable rows={shown} />
    </Section>
  );
}

const HEADS = ['region', 'model', 'law', 'from', 'source', 'state'] as const;

const VARIANTS = { counts: 'success', replaced: 'secondary', later: 'alternative' } as const;

function RegionTable({ rows }: { rows: EffectiveRow[] }) {
  const { t, intl } = useTexts();
  const regionName = useRegionName();
  const day = (date: string) => intl.formatDate(date, { dateStyle: 'medium', timeZone: 'UTC' });
  return (
    <WideTable heads={HEADS.map((head) => t(`settings.jurisdictions.${head}`))}>
      {rows.map(({ row, source, state }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two rows may be alike in everything.
        <Tr key={`${row.region}:${index}`}>
          <Td>{regionName(row.region)}</Td>
          <Td>{t(`settings.preview.${row.model}`)}</Td>
          <Td>{row.law || '–'}</Td>
          <Td>{row.effectiveFrom ? day(row.effectiveFrom) : '–'}</Td>
          <Td>{t(`settings.source.${source}`)}</Td>
          <Td>
            <Mark variant={VARIANTS[state]}>{t(`settings.jurisdictions.${state}`)}</Mark>
          </Td>
        </Tr>
      ))}
    </WideTable>
  );
}
