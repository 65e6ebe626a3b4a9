import type { Core } from '@strapi/strapi';
import type { ScanReport } from '../../../scan/report/schema';
import type { Content } from '../content/site-content';
import { readEdited } from '../versions/service';
import { type AsJson, asJson } from './as-json';
import { type SeenTracker, seenTracker } from './declaration';
import type { Finding } from './findings';
import { readRun } from './reports';

/** The declared tracker that a finding is about. */
export interface FoundTracker {
  documentId: string;
  name: string;
  /** Key of its category. */
  category: string | null;
}

/** A finding with all that an editor needs to settle it. */
export interface FindingDetails {
  finding: AsJson<Finding>;
  /** Pictures that its evidence names. */
  screenshots: ScanReport['screenshots'];
  /** What can be declared; null where there is nothing. */
  seen: SeenTracker | null;
  /** Null where it is about none, or where it cannot be told which of several. */
  tracker: FoundTracker | null;
  categories: { key: string; label: string }[];
}

export async function detailsOf(strapi: Core.Strapi, finding: Finding): Promise<FindingDetails> {
  const { reported, lastRun } = finding;
  const report = (await readRun(strapi, { reportId: lastRun }))?.report ?? null;
  const { content } = await readEdited(strapi);
  const named = new Set(reported.evidence.map(({ screenshot }) => screenshot));
  return {
    finding: asJson(finding),
    screenshots: report?.screenshots.filter(({ name }) => named.has(name)) ?? [],
    seen: seenTracker(reported, report, content.locales.default),
    tracker: foundTracker(content.trackers, reported, report),
    categories: content.categories.map(({ shared }) => ({
      key: shared.key,
      label: shared.label || shared.key,
    })),
  };
}

type Trackers = Content['trackers'];

/** The running tracker that the finding names itself, or that the report found its subject to belong to. */
function foundTracker(
  trackers: Trackers,
  { subject, declaredCategory }: Finding['reported'],
  report: ScanReport | null,
): FoundTracker | null {
  const seen = report?.inventory.find(({ kind, name }) => kind === subject.kind && name === subject.name);
  const name = subject.kind === 'tracker' ? subject.name : seen?.declared;
  // One that is switched off did nothing.
  const named = trackers.filter(({ shared }) => shared.enabled && shared.name === name);
  const inCategory = named.filter(({ shared }) => shared.category?.key === declaredCategory);
  const [tracker, ...others] = inCategory.length > 0 ? inCategory : named;
  if (!tracker || others.length > 0) return null;
  const { documentId, shared } = tracker;
  return { documentId, name: shared.name, category: shared.category?.key ?? null };
}
