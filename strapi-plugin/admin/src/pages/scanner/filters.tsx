import { SEVERITIES } from '../../../../scan/rules/rule';
import { FINDING_STATES } from '../../../../server/src/scan/values';
import type { FindingList } from '../../api/contract';
import { useTexts } from '../../texts';
import { Cell, ChoiceFilter, type FilterField, FilterForm } from '../list/filter-form';
import type { Filter, FilterName } from './filter';

interface Props {
  filter: Filter;
  change(changes: Filter): void;
  clear(): void;
  /** What there is to choose from; null until that is known. */
  choices: Pick<FindingList, 'rules' | 'pages' | 'sites'> | null;
}

export function FindingFilters({ filter, change, clear, choices }: Props) {
  const { t } = useTexts();
  const field = (name: FilterName): FilterField => ({
    name,
    label: t(`scanner.${name}`),
    value: filter[name],
    change: (value) => change({ [name]: value }),
  });
  // What was asked for by the address stays a choice, whether or not there is any.
  const offered = (name: FilterName, known: readonly string[] = []): [string, string][] =>
    [...new Set([...known, ...(filter[name] ? [filter[name]] : [])])].map((value) => [value, value]);
  const severalSites = (choices?.sites.length ?? 0) > 1 || filter.site !== undefined;
  return (
    <FilterForm
      label={t('scanner.filters')}
      used={Object.keys(filter).length > 0}
      clear={clear}
      clearCol={severalSites ? 10 : 2}
    >
      <Cell col={2}>
        <ChoiceFilter
          {...field('state')}
          fallback="open"
          options={[
            ...FINDING_STATES.map((state): [string, string] => [state, t(`scanner.state.${state}`)]),
            ['any', t('records.any')],
          ]}
        />
      </Cell>
      <Cell col={2}>
        <ChoiceFilter
          {...field('severity')}
          options={SEVERITIES.map((severity) => [severity, t(`scanner.severity.${severity}`)])}
        />
      </Cell>
      <Cell col={2}>
        <ChoiceFilter {...field('rule')} options={offered('rule', choices?.rules)} />
      </Cell>
      <Cell col={4}>
        <ChoiceFilter {...field('page')} options={offered('page', choices?.pages)} />
      </Cell>
      {severalSites && (
        <Cell col={4}>
          <ChoiceFilter {...field('site')} options={offered('site', choices?.sites)} />
        </Cell>
      )}
    </FilterForm>
  );
}
