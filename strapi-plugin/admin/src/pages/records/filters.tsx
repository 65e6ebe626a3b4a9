import { CONSENT_MODELS, CONSENT_SOURCES } from '@permesso/consent-core';
import type { PublishedState } from '../../api/contract';
import { usePublishedState } from '../../published-state';
import { useTexts } from '../../texts';
import { Cell, ChoiceFilter, DayFilter, type FilterField, FilterForm, TextFilter } from '../list/filter-form';
import { useConsentRecordsQuery } from './api';
import type { Filter, FilterName } from './filter';

interface Props {
  filter: Filter;
  change(changes: Filter): void;
  clear(): void;
}

export function RecordFilters({ filter, change, clear }: Props) {
  const { t } = useTexts();
  const categories = usePublishedState().data?.categories ?? [];
  const linked = useLinked() || filter.user !== undefined;
  const field = (name: FilterName): FilterField => ({
    name,
    label: t(name === 'granted' ? 'records.choice' : `records.${name}`),
    value: filter[name],
    change: (value) => change({ [name]: value }),
  });
  const text = (name: 'consentId' | 'user' | 'country' | 'locale' | 'policyVersion') => ({
    ...field(name),
    example: t(`records.${name}.example`),
  });
  const used = Object.keys(filter).length > 0;
  return (
    <FilterForm label={t('records.filters')} used={used} clear={clear} clearCol={linked ? 9 : 12}>
      <Cell col={6}>
        <TextFilter {...text('consentId')} />
      </Cell>
      <Cell col={3}>
        <DayFilter {...field('from')} />
      </Cell>
      <Cell col={3}>
        <DayFilter {...field('to')} />
      </Cell>
      <Cell col={3}>
        <ChoiceFilter
          {...field('source')}
          options={CONSENT_SOURCES.map((value) => [value, t(`source.${value}`)])}
        />
      </Cell>
      <Cell col={3}>
        <ChoiceFilter
          {...field('model')}
          options={CONSENT_MODELS.map((value) => [value, t(`model.${value}`)])}
        />
      </Cell>
      <Cell col={3}>
        <ChoiceFilter {...field('category')} options={categoryOptions(categories, filter.category)} />
      </Cell>
      <Cell col={3}>
        <ChoiceFilter
          {...field('granted')}
          disabled={!filter.category}
          fallback={filter.category && 'true'}
          options={[
            ['true', t('records.granted')],
            ['false', t('records.refused')],
          ]}
        />
      </Cell>
      <Cell col={3}>
        <TextFilter {...text('country')} maxLength={2} />
      </Cell>
      <Cell col={3}>
        <TextFilter {...text('locale')} maxLength={35} />
      </Cell>
      <Cell col={3}>
        <TextFilter {...text('policyVersion')} maxLength={16} />
      </Cell>
      <Cell col={3}>
        <ChoiceFilter
          {...field('quarantined')}
          placeholder={t('records.quarantined.leftOut')}
          options={[
            ['too', t('records.quarantined.too')],
            ['only', t('records.quarantined.only')],
          ]}
        />
      </Cell>
      {linked && (
        <Cell col={3}>
          <TextFilter {...text('user')} maxLength={255} />
        </Cell>
      )}
    </FilterForm>
  );
}

/** Outside `linked` mode no record names an account. */
function useLinked(): boolean {
  return useConsentRecordsQuery('limit=1').data?.linked ?? false;
}

/** What is optional now, and what the filter names: that may be a category which is gone. */
function categoryOptions(
  categories: PublishedState['categories'],
  chosen: string | undefined,
): [value: string, label: string][] {
  const known = categories
    .filter(({ required, key }) => !required || key === chosen)
    .map(({ key, label }): [string, string] => [key, label]);
  return chosen && !known.some(([key]) => key === chosen) ? [...known, [chosen, chosen]] : known;
}
