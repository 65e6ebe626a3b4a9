import type { ComponentProps } from 'react';
import type { ListedFinding } from '../../api/contract';
import { useTexts } from '../../texts';
import { Mark } from '../mark';

type Variant = ComponentProps<typeof Mark>['variant'];

const OF_SEVERITY: Record<ListedFinding['severity'], Variant> = {
  serious: 'danger',
  moderate: 'warning',
  minor: 'secondary',
  info: 'neutral',
};

const OF_STATE: Record<ListedFinding['state'], Variant> = {
  open: 'danger',
  settled: 'primary',
  ignored: 'neutral',
  gone: 'success',
};

export function SeverityMark({ severity }: Pick<ListedFinding, 'severity'>) {
  const { t } = useTexts();
  return <Mark variant={OF_SEVERITY[severity]}>{t(`scanner.severity.${severity}`)}</Mark>;
}

/** What became of a finding; of an open one, what the last scan said of it. */
export function StateMark({ state, change }: Pick<ListedFinding, 'state' | 'change'>) {
  const { t } = useTexts();
  const key = state === 'open' ? (`scanner.change.${change}` as const) : (`scanner.state.${state}` as const);
  return <Mark variant={OF_STATE[state]}>{t(key)}</Mark>;
}
