import { SEVERITIES, type Severity } from '../rules/rule';
import type { ReportFinding } from './schema';

/** The least severity that fails a scan; `never`: none does. */
export type FailOn = Severity | 'never';

/** Whether a finding fails the scan: as severe as `failOn`, or more, and not in the baseline. */
export const isFailing = ({ severity, baseline }: ReportFinding, failOn: FailOn): boolean =>
  !baseline && failOn !== 'never' && SEVERITIES.indexOf(severity) <= SEVERITIES.indexOf(failOn);
