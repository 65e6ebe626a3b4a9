import { AUDIT_ACTIONS } from '../../../../server/src/evidence/audit';
import { useTexts } from '../../texts';
import { Cell, ChoiceFilter, DayFilter, type FilterField, FilterForm, TextFilter } from '../list/filter-form';
import type { Filter, FilterName } from './filter';
import { SUBJECT_TYPES } from './words';

interface Props {
  filter: Filter;
  change(changes: Filter): void;
  clear(): void;
}

export function AuditFilters({ filter, change, clear }: Props) {
  const { t } = useTexts();
  const field = (name: FilterName): FilterField => ({
    name,
    label: t(`audit.${name}`),
    value: filter[name],
    change: (value) => change({ [name]: value }),
  });
  const used = Object.keys(filter).length > 0;
  return (
    <FilterForm label={t('audit.filters')} used={used} clear={clear} clearCol={2}>
      <Cell col={3}>
        <ChoiceFilter
          {...field('action')}
          options={AUDIT_ACTIONS.map((value) => [value, t(`audit.action.${value}`)])}
        />
      </Cell>
      <Cell col={3}>
        <ChoiceFilter {...field('uid')} options={SUBJECT_TYPES.map(({ uid, key }) => [uid, t(key)])} />
      </Cell>
      <Cell col={3}>
        <DayFilter {...field('from')} />
      </Cell>
      <Cell col={3}>
        <DayFilter {...field('to')} />
      </Cell>
      <Cell col={5}>
        <TextFilter {...field('actor')} example={t('audit.actor.example')} />
      </Cell>
      <Cell col={5}>
        <TextFilter {...field('subject')} example={t('audit.subject.example')} />
      </Cell>
    </FilterForm>
  );
}
