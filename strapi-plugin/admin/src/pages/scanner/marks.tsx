import { Status, Typography } from '@strapi/design-system';
import type { ListedFinding } from '../../api/contract';
import { useTexts } from '../../texts';

type Variant = 'danger' | 'warning' | 'secondary' | 'neutral' | 'success' | 'primary';

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

function Mark({ variant, children }: { variant: Variant; children: string }) {
  return (
    <Status variant={variant} size="S" width="min-content">
      <Typography variant="pi" fontWeight="bold" textColor={`${variant}700`}>
        {children}
      </Typography>
    </Status>
  );
}

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
