import { createHash, randomUUID } from 'node:crypto';
import { LIMITS } from '../limits';
import type { Identities } from '../naming/identity';
import type { Observations, SeenEntry, SeenRequest } from '../observe/observations';
import { RULES } from '../rules';
import { type Finding, isGraver, type Rule, SEVERITIES, visitName } from '../rules/rule';
import { safeAddress, safeText, withSafeTexts } from '../safe-text';
import { withPictures } from './finding-pictures';
import { fitReport, type Picture } from './fit-report';
import { type InventoryItem, REPORT_TYPE, type ReportFinding, type ScanReport } from './schema';

/** What a report says beside what was seen. */
export interface ScanCircumstances {
  version: string;
  browser: string;
  startedAt: Date;
  endedAt: Date;
  /** Beside those of visits. */
  pictures: readonly Picture[];
  notes: readonly string[];
}

/** Judges what was seen by every rule, and says it. */
export function makeReport(
  observations: Observations,
  identities: Identities,
  { version, browser, startedAt, endedAt, pictures, notes }: ScanCircumstances,
): ScanReport {
  const { site, declared, banner, visits } = observations;
  const origin = new URL(site).origin;
  const all = RULES.flatMap((rule) =>
    rule.find(observations, identities).map((finding) => reportFinding(rule, finding, origin)),
  ).sort(bySeverity);
  const cut = all.length - LIMITS.findings;
  const shown = withPictures(all.slice(0, LIMITS.findings), visits);
  const texts = {
    type: REPORT_TYPE,
    id: randomUUID(),
    scanner: { name: '@permesso/plugin-consent', version, browser },
    site: safeAddress(site),
    startedAt: startedAt.toISOString(),
    endedAt: endedAt.toISOString(),
    declared: declared && {
      from: declared.from,
      policyVersion: declared.policyVersion,
      model: declared.model,
      trackers: declared.trackers.length,
    },
    banner: banner && { foundBy: banner.foundBy, manager: banner.manager, text: banner.text },
    visits: visits.map((visit) => ({
      name: visitName(visit),
      model: visit.model,
      pages: [...new Set(visit.pages)],
      requests: visit.requests.length,
      complete: visit.complete,
      notes: visit.notes.slice(0, 100).map((note) => safeText(note)),
    })),
    findings: shown.findings,
    findingsLeftOut: Math.max(0, cut),
    inventory: inventoryOf(observations, identities),
    notes: [...notes, ...(cut > 0 ? [`${cut} findings more than a report holds were left out`] : [])],
  } satisfies Omit<ScanReport, 'screenshots'>;
  const everyPicture = [...pictures, ...shown.pictures];
  const screenshots = everyPicture.map(({ name, data }) => ({
    name,
    mediaType: 'image/jpeg' as const,
    data,
  }));
  return fitReport({ ...withSafeTexts(texts), screenshots }, everyPicture);
}

const bySeverity = (one: ReportFinding, other: ReportFinding): number =>
  SEVERITIES.indexOf(one.severity) - SEVERITIES.indexOf(other.severity) ||
  one.rule.localeCompare(other.rule) ||
  one.subject.name.localeCompare(other.subject.name);

function reportFinding(rule: Rule, finding: Finding, origin: string): ReportFinding {
  const { subject, message, evidence, severity, known, declaredCategory } = finding;
  const key = [origin, rule.number, subject.kind, subject.name, subject.host ?? ''].join('\n');
  const kept = evidence.slice(0, LIMITS.evidence).map((shown) => ({
    ...shown,
    page: safeAddress(shown.page),
    seen: safeText(shown.seen, LIMITS.addressLength * 4),
    ...(shown.origin ? { origin: safeText(shown.origin, LIMITS.addressLength * 2) } : {}),
  }));
  return {
    id: createHash('sha256').update(key).digest('hex').slice(0, 16),
    rule: rule.number,
    name: rule.name,
    severity: severity ?? rule.severity,
    message: safeText(message, LIMITS.addressLength * 4),
    law: rule.law,
    subject: { ...subject, name: safeAddress(subject.name) },
    known: known ?? null,
    declaredCategory: declaredCategory ?? null,
    visits: [...new Set(evidence.map(({ visit }) => visit))],
    pages: [...new Set(kept.map(({ page }) => page))],
    evidence: kept,
    baseline: false,
  };
}

/** Each host and each entry once, with whatever decisions it was seen under. */
function inventoryOf({ visits }: Observations, identities: Identities): InventoryItem[] {
  const items = new Map<string, InventoryItem>();
  const keep = (item: Omit<InventoryItem, 'decisions'>, decision: SeenEntry['decision']) => {
    const key = `${item.kind} ${item.name} ${item.host}`;
    const found = items.get(key);
    if (found) {
      if (!found.decisions.includes(decision)) found.decisions.push(decision);
      found.lifetime = Math.max(found.lifetime ?? 0, item.lifetime ?? 0) || null;
    } else if (items.size < LIMITS.entries) items.set(key, { ...item, decisions: [decision] });
  };
  for (const { requests, entries } of visits) {
    for (const request of requests) keep(hostItem(request, identities), request.decision);
    for (const entry of entries) keep(entryItem(entry, identities), entry.decision);
  }
  return [...items.values()];
}

function hostItem(request: SeenRequest, identities: Identities): Omit<InventoryItem, 'decisions'> {
  const { tracker, known } = identities.ofRequest(request);
  return {
    kind: 'host',
    name: request.host,
    host: request.host,
    firstParty: request.sameSite,
    lifetime: null,
    declared: tracker?.name ?? null,
    known,
  };
}

function entryItem(entry: SeenEntry, identities: Identities): Omit<InventoryItem, 'decisions'> {
  const { tracker, known } = identities.ofEntry(entry);
  return {
    kind: entry.storage,
    name: entry.name,
    host: entry.host,
    firstParty: entry.firstParty,
    lifetime: entry.lifetime,
    declared: tracker?.name ?? null,
    known,
  };
}

/** Marks what an earlier report has already, and as severe. */
export function againstBaseline(report: ScanReport, baseline: Pick<ScanReport, 'findings'>): ScanReport {
  const known = new Map(baseline.findings.map(({ id, severity }) => [id, severity]));
  const isKnown = ({ id, severity }: ReportFinding): boolean => {
    const before = known.get(id);
    return before !== undefined && !isGraver(severity, before);
  };
  return {
    ...report,
    findings: report.findings.map((finding) => ({ ...finding, baseline: isKnown(finding) })),
  };
}
