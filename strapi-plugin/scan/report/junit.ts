import { RULES } from '../rules';
import type { Rule } from '../rules/rule';
import { type FailOn, isFailing } from './failing';
import { markupText } from './markup-text';
import type { ReportFinding, ScanReport } from './schema';

/**
 * The report as JUnit's XML, which CI services show beside tests: a case for each rule, which fails where one of its findings
 * fails the scan. Its other findings stand in its output.
 */
export function junitReport(report: ScanReport, failOn: FailOn): string {
  const { findings, site, startedAt, endedAt } = report;
  const cases = RULES.map((rule) => ruleCase(rule, findingsOf(rule, findings), failOn));
  const failures = RULES.filter((rule) =>
    findingsOf(rule, findings).some((finding) => isFailing(finding, failOn)),
  ).length;
  const seconds = (Date.parse(endedAt) - Date.parse(startedAt)) / 1000;
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
<testsuite name="consent scan of ${markupText(site)}" tests="${cases.length}" failures="${failures}" errors="0" skipped="0" timestamp="${markupText(startedAt)}" time="${seconds}">
${cases.join('\n')}
</testsuite>
</testsuites>
`;
}

const findingsOf = ({ number }: Rule, findings: readonly ReportFinding[]): ReportFinding[] =>
  findings.filter(({ rule }) => rule === number);

function ruleCase(
  { number, name, expects, law }: Rule,
  found: readonly ReportFinding[],
  failOn: FailOn,
): string {
  const failing = found.filter((finding) => isFailing(finding, failOn));
  const others = found.filter((finding) => !isFailing(finding, failOn));
  const children = [
    ...failing.map(
      (finding) =>
        `<failure message="${markupText(finding.message)}" type="${finding.severity}">${findingText(finding, law)}</failure>`,
    ),
    ...(others.length > 0
      ? [`<system-out>${others.map((finding) => findingText(finding, law)).join('\n\n')}</system-out>`]
      : []),
  ];
  return `<testcase classname="${number} ${name}" name="${markupText(expects)}">${children.join('')}</testcase>`;
}

function findingText({ severity, baseline, message, evidence }: ReportFinding, law: string): string {
  const seen = evidence.flatMap((shown) => [
    `- ${shown.seen}`,
    `  visit ${shown.visit}, ${shown.page}${shown.origin ? `, by ${shown.origin}` : ''}`,
  ]);
  return [`${severity}${baseline ? ', in the baseline' : ''}: ${message}`, ...seen, law]
    .map(markupText)
    .join('\n');
}
