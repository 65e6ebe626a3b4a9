import { CONSENT_MODELS, CONSENT_SOURCES, DEVICE_CLASSES } from '@permesso/consent-core';
import type { StatisticsValues } from '../../api/contract';
import { useTexts } from '../../texts';
import { Cell, ChoiceFilter, DayFilter, type FilterField, FilterForm } from '../list/filter-form';
import { againstRelease, type Filter, type FilterName, narrowedTo, releaseIn, spanOf } from './filter';
import { useValueNames } from './value-names';

interface Props {
  filter: Filter;
  values: StatisticsValues | null;
  change(changes: Filter): void;
  clear(): void;
}

export function StatisticsFilters({ filter, values, change, clear }: Props) {
  const { t } = useTexts();
  const nameOf = useValueNames(values?.releases ?? []);
  const span = spanOf(filter);
  const field = (name: FilterName, value = filter[name]): FilterField => ({
    name,
    label: t(`statistics.${name}` as 'statistics.from'),
    value,
    change: (changed) => change({ [name]: changed }),
  });
  const options = (
    name: 'country' | 'language' | 'release',
    keys: readonly string[],
    chosen: string | null = filter[name] ?? null,
  ): [string, string][] =>
    // What the address names stays to be seen, whether or not there is any.
    [...new Set([...keys, ...(chosen === null ? [] : [chosen])])].map((key) => [key, nameOf(name, key)]);
  // Decisions are told apart by what visitors were served: a release that takes back to another shares its entry.
  const releases = [...new Set(values?.releases.map(({ policyVersion }) => policyVersion))];
  return (
    <FilterForm
      label={t('statistics.filters')}
      used={Object.keys(filter).length > 0}
      clear={clear}
      clearCol={filter.against === 'span' ? 3 : 9}
    >
      <Cell col={3}>
        <DayFilter {...field('from', span.from)} />
      </Cell>
      <Cell col={3}>
        <DayFilter {...field('to', span.to)} />
      </Cell>
      <Cell col={3}>
        <ChoiceFilter {...field('country')} options={options('country', values?.countries ?? [])} />
      </Cell>
      <Cell col={3}>
        <ChoiceFilter {...field('language')} options={options('language', values?.languages ?? [])} />
      </Cell>
      <Cell col={3}>
        <ChoiceFilter
          {...field('model')}
          options={CONSENT_MODELS.map((value) => [value, nameOf('model', value)])}
        />
      </Cell>
      <Cell col={3}>
        <ChoiceFilter
          {...field('source')}
          options={CONSENT_SOURCES.map((value) => [value, nameOf('source', value)])}
        />
      </Cell>
      <Cell col={3}>
        <ChoiceFilter
          {...field('device')}
          options={DEVICE_CLASSES.map((value) => [value, nameOf('device', value)])}
        />
      </Cell>
      <Cell col={3}>
        <ChoiceFilter
          {...field('release')}
          change={(release) => change(narrowedTo(release, filter, values?.releases ?? []))}
          options={options('release', releases)}
        />
      </Cell>
      <Cell col={3}>
        <ChoiceFilter
          {...field('against')}
          placeholder={t('statistics.against.nothing')}
          options={[
            ...(['before', 'year', 'span'] as const).map((value): [string, string] => [
              value,
              t(`statistics.against.${value}`),
            ]),
            ...options('release', releases, releaseIn(filter.against)).map(
              ([key, name]): [string, string] => [
                againstRelease(key),
                t('statistics.against.release', { release: name }),
              ],
            ),
          ]}
        />
      </Cell>
      {filter.against === 'span' && (
        <>
          <Cell col={3}>
            <DayFilter {...field('againstFrom')} />
          </Cell>
          <Cell col={3}>
            <DayFilter {...field('againstTo')} />
          </Cell>
        </>
      )}
    </FilterForm>
  );
}
