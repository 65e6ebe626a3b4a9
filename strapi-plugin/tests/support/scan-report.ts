import { createHash, randomUUID } from 'node:crypto';
import type { InventoryItem, ReportFinding, ScanReport } from '../../scan/report/schema';

export const SITE = 'https://shop.example/';
const MINUTE = 60_000;

/** A finding about a host, which is in the report as the scanner would have it. */
export function reportFinding(changes: Partial<ReportFinding> & { host?: string } = {}): ReportFinding {
  const { host = 'www.google-analytics.com', ...own } = changes;
  const rule = own.rule ?? 'C101';
  const subject = own.subject ?? { kind: 'host' as const, name: host, host };
  return {
    id: createHash('sha256').update(`${rule} ${subject.name}`).digest('hex').slice(0, 16),
    rule,
    name: 'ran-before-choice',
    severity: 'serious',
    message: `${subject.name} is contacted before a choice`,
    law: 'ePrivacy Directive, Art. 5(3)',
    subject,
    known: {
      name: 'Google Analytics',
      company: 'Google',
      category: 'analytics',
      preset: 'ga4',
      source: 'catalogue',
    },
    declaredCategory: null,
    visits: ['no-choice'],
    pages: [SITE],
    evidence: [
      { visit: 'no-choice', page: SITE, seen: `GET https://${host}/ (script)`, screenshot: 'no-choice' },
    ],
    baseline: false,
    ...own,
  };
}

export const inventoryItem = (changes: Partial<InventoryItem> = {}): InventoryItem => ({
  kind: 'cookie',
  name: '_ga',
  host: 'shop.example',
  firstParty: true,
  decisions: ['none'],
  lifetime: 63_072_000,
  declared: null,
  known: reportFinding().known,
  ...changes,
});

/** A report of a scan that began so many minutes ago, or is still to begin. */
export function scanReport(
  findings: ReportFinding[],
  { minutesAgo = 0, ...changes }: Partial<ScanReport> & { minutesAgo?: number } = {},
): ScanReport {
  const begun = Date.now() - minutesAgo * MINUTE;
  const visit = (name: string) => ({
    name,
    model: 'opt-in' as const,
    pages: [SITE, `${SITE}about`],
    requests: 3,
    complete: true,
    notes: [],
  });
  return {
    type: 'permesso/scan/v1',
    id: randomUUID(),
    scanner: { name: '@permesso/plugin-consent', version: '0.1.0', browser: 'Chromium 140' },
    site: SITE,
    startedAt: new Date(begun).toISOString(),
    endedAt: new Date(begun + MINUTE).toISOString(),
    declared: { from: 'page', policyVersion: 'p1', model: 'opt-in', trackers: 2 },
    banner: { foundBy: 'permesso', manager: 'Permesso', text: 'We ask' },
    visits: ['no-choice', 'reject', 'accept'].map(visit),
    findings,
    findingsLeftOut: 0,
    inventory: [
      inventoryItem({
        kind: 'host',
        name: 'www.google-analytics.com',
        host: 'www.google-analytics.com',
        firstParty: false,
        lifetime: null,
      }),
      inventoryItem(),
      inventoryItem({ name: 'other', known: null }),
    ],
    screenshots: [{ name: 'no-choice', mediaType: 'image/jpeg', data: '/9j/2w==' }],
    notes: [],
    ...changes,
  };
}
