import { SEVERITIES } from '../rules/rule';
import type { ReportFinding, ScanReport } from './schema';

/** The report for a terminal: findings by severity, then what the scan did. */
export function terminalReport(report: ScanReport): string {
  const { findings, visits, notes, site, declared, banner } = report;
  const lines = [`Scan of ${site}`, ''];
  for (const finding of findings) lines.push(...findingLines(finding));
  if (findings.length === 0) lines.push('  Nothing was found that is not as it should be.', '');
  lines.push(
    `  ${countsText(findings)}`,
    `  ${visits.length} visits, pages: ${new Set(visits.flatMap(({ pages }) => pages)).size}; ` +
      `declared: ${declared ? `${declared.trackers} trackers (${declared.from})` : 'unknown'}; ` +
      `banner: ${banner?.manager ?? 'none'}`,
  );
  const incomplete = visits.filter(({ complete }) => !complete);
  for (const { name, notes: reasons } of incomplete)
    lines.push(`  visit "${name}" is incomplete: ${reasons.join('; ')}`);
  for (const note of notes) lines.push(`  ${note}`);
  return lines.join('\n');
}

function findingLines({ severity, rule, message, evidence, known, law, baseline }: ReportFinding): string[] {
  const [first] = evidence;
  return [
    `  ${severity.toUpperCase().padEnd(8)} ${rule}  ${message}${baseline ? '  [in the baseline]' : ''}`,
    ...(first
      ? [`                 ${first.seen}`, `                 on ${first.page}, visit "${first.visit}"`]
      : []),
    ...(first?.origin ? [`                 by ${first.origin}`] : []),
    ...(known?.company ? [`                 ${known.name}, ${known.company} (${known.source})`] : []),
    `                 ${law}`,
    '',
  ];
}

/** "2 serious, 1 minor". */
export function countsText(findings: readonly ReportFinding[]): string {
  const counts = SEVERITIES.map((severity) => ({
    severity,
    count: findings.filter((finding) => finding.severity === severity).length,
  })).filter(({ count }) => count > 0);
  return counts.length === 0
    ? 'no findings'
    : counts.map(({ severity, count }) => `${count} ${severity}`).join(', ');
}
