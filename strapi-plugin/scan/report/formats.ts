import { extname } from 'node:path';
import type { FailOn } from './failing';
import { htmlReport } from './html';
import { junitReport } from './junit';
import { sarifReport } from './sarif';
import type { ScanReport } from './schema';
import { terminalReport } from './terminal';

export const REPORT_FORMATS = ['terminal', 'json', 'html', 'sarif', 'junit'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** The report as a file of a format. */
export function formatReport(report: ScanReport, format: ReportFormat, failOn: FailOn): string {
  return FORMATS[format](report, failOn);
}

const FORMATS: Record<ReportFormat, (report: ScanReport, failOn: FailOn) => string> = {
  terminal: terminalReport,
  json: (report) => `${JSON.stringify(report, null, 2)}\n`,
  html: htmlReport,
  sarif: sarifReport,
  junit: junitReport,
};

const BY_ENDING: Readonly<Record<string, ReportFormat>> = {
  '.txt': 'terminal',
  '.json': 'json',
  '.html': 'html',
  '.sarif': 'sarif',
  '.xml': 'junit',
};

/** Endings of files that say what is written to them. */
export const FORMAT_ENDINGS = Object.keys(BY_ENDING);

/** The format that a file's name asks for; null where it asks for none. */
export const formatOfFile = (file: string): ReportFormat | null =>
  BY_ENDING[extname(file).toLowerCase()] ?? null;
