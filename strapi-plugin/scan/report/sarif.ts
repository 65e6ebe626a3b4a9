import { RULES } from '../rules';
import type { Severity } from '../rules/rule';
import { safeText } from '../safe-text';
import type { ReportFinding, ScanReport } from './schema';

const LEVELS = {
  serious: 'error',
  moderate: 'warning',
  minor: 'note',
  info: 'note',
} as const satisfies Record<Severity, string>;

/** The report as SARIF 2.1.0 (OASIS), which code hosts and editors show. Locations are pages. */
export function sarifReport(report: ScanReport): string {
  const { scanner, startedAt, endedAt, findings } = report;
  const hasBaseline = findings.some(({ baseline }) => baseline);
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: safeText(scanner.name),
            semanticVersion: scanner.version,
            rules: RULES.map(({ number, name, expects, law, severity }) => ({
              id: number,
              name,
              shortDescription: { text: expects },
              help: { text: `${expects} ${law}` },
              defaultConfiguration: { level: LEVELS[severity] },
            })),
          },
        },
        automationDetails: { id: safeText(report.site), guid: report.id },
        invocations: [
          {
            executionSuccessful: report.visits.every(({ complete }) => complete),
            startTimeUtc: startedAt,
            endTimeUtc: endedAt,
          },
        ],
        results: findings.map((finding) => sarifResult(finding, report.site, hasBaseline)),
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function sarifResult(finding: ReportFinding, site: string, hasBaseline: boolean): object {
  const { id, rule, severity, message, law, evidence, pages, baseline } = finding;
  const seen = evidence.map(
    (shown) =>
      `${shown.seen} (visit ${shown.visit}, ${shown.page}${shown.origin ? `, by ${shown.origin}` : ''})`,
  );
  return {
    ruleId: rule,
    ruleIndex: RULES.findIndex(({ number }) => number === rule),
    level: LEVELS[severity],
    message: { text: [message, ...seen, law].map(plain).join('\n') },
    locations: (pages.length > 0 ? pages : [site]).map((page) => ({
      physicalLocation: { artifactLocation: { uri: pathOf(page) } },
      logicalLocations: [{ fullyQualifiedName: uriOf(page), kind: 'resource' }],
    })),
    partialFingerprints: { 'finding/v1': id },
    // Without it a viewer would take all of them for new.
    ...(hasBaseline ? { baselineState: baseline ? 'unchanged' : 'new' } : {}),
  };
}

/** In a message square brackets make links, and braces are places for arguments (SARIF 2.1.0, 3.11.5 and 3.11.6). */
const plain = (text: string): string =>
  safeText(text, Number.POSITIVE_INFINITY)
    .replace(/[\\[\]]/g, '\\$&')
    .replaceAll('{', '{{')
    .replaceAll('}', '}}');

/**
 * A page as a path that begins with its host: code hosts take locations for files of the repository, and GitHub refuses a whole
 * log for an address with a scheme in it ("SARIF URI scheme did not match").
 */
const pathOf = (page: string): string =>
  uriOf(page)
    .replace(/^https?:\/\//, '')
    // In the first part of a path a colon would make a scheme of it (RFC 3986, 4.2).
    .replace(/^[^/]*/, (host) => host.replaceAll(':', '%3A'));

/** Browsers leave signs in a query that a URI may not have (RFC 3986). */
const uriOf = (page: string): string =>
  URL.canParse(page)
    ? new URL(page).href.replace(/[[\]{}|^`\\]/g, encodeURIComponent)
    : encodeURIComponent(safeText(page));
