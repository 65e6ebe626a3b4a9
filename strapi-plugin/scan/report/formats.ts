import type { ScanReport } from './schema';
import { terminalReport } from './terminal';

export const REPORT_FORMATS = ['terminal', 'json'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** The report as a file of a format. */
export function formatReport(report: ScanReport, format: ReportFormat): string {
  return FORMATS[format](report);
}

const FORMATS: Record<ReportFormat, (report: ScanReport) => string> = {
  terminal: terminalReport,
  json: (report) => `${JSON.stringify(report, null, 2)}\n`,
};
