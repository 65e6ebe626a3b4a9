import type { Identities } from '../naming/identity';
import type { Known } from '../naming/known';
import type {
  EntryStorage,
  Observations,
  SeenEntry,
  SeenRequest,
  VisitRecord,
} from '../observe/observations';

/** `serious`: what authorities fine. `info`: worth knowing, and nobody's fault. */
export const SEVERITIES = ['serious', 'moderate', 'minor', 'info'] as const;
export type Severity = (typeof SEVERITIES)[number];

export const isGraver = (severity: Severity, other: Severity): boolean =>
  SEVERITIES.indexOf(severity) < SEVERITIES.indexOf(other);

/** What a finding is about: the same subject under the same rule is the same finding in every run. */
export interface Subject {
  kind: EntryStorage | 'host' | 'tracker' | 'banner' | 'link' | 'signal' | 'record';
  name: string;
  /** Where it is, of what has a host. */
  host: string | null;
}

/** What shows it: something that was seen, in which visit and on which page. */
export interface Evidence {
  visit: string;
  page: string;
  /** A sentence about what was seen. */
  seen: string;
  /** Who brought it about. */
  origin?: string | undefined;
  stack?: string[] | undefined;
  /** Name of a picture in the report. */
  screenshot?: string | undefined;
}

/** What a rule finds. */
export interface Finding {
  subject: Subject;
  /** What is wrong, in a sentence. */
  message: string;
  evidence: Evidence[];
  /** Where it is not the rule's own. */
  severity?: Severity;
  known?: Known | null;
  /** The category that the site declares it in. */
  declaredCategory?: string | null;
}

/** Judges what was seen, and nothing else: the same observations give the same findings. */
export interface Rule {
  /** Stands for the rule in reports, baselines and documentation; never given to another one. */
  number: `C${number}`;
  name: string;
  /** What is as it should be where the rule finds nothing. */
  expects: string;
  law: string;
  severity: Severity;
  find(observations: Observations, identities: Identities): Finding[];
}

/** What a visit is called in a report. */
export function visitName({
  kind,
  category,
  service,
  place,
}: Pick<VisitRecord, 'kind' | 'category' | 'service' | 'place'>): string {
  const from = place ? ` from ${[place.country, place.region].filter(Boolean).join('-')}` : '';
  const alone = service ?? category;
  return `${kind}${alone ? ` ${alone}` : ''}${from}`;
}

export const requestEvidence = (visit: VisitRecord, request: SeenRequest): Evidence => ({
  visit: visitName(visit),
  page: request.page,
  seen:
    request.kind === 'hint'
      ? `connects to ${request.url} in advance`
      : `${request.method} ${request.url} (${request.kind})${circumstancesText(request)}`,
  origin: originText(request.origin),
  stack: request.origin.stack,
});

const circumstancesText = ({ alias, prerendered, host }: SeenRequest): string =>
  `${prerendered ? `, while ${prerendered} is prerendered` : ''}${alias ? `; ${host} is another name of ${alias} (CNAME)` : ''}`;

export const entryEvidence = (visit: VisitRecord, entry: SeenEntry): Evidence => ({
  visit: visitName(visit),
  page: entry.page,
  seen:
    `${entry.storage} ${entry.name} of ${entry.host}` +
    (entry.storage === 'cookie' ? `, ${lifetimeText(entry.lifetime)}, ${entry.flags.join(', ')}` : ''),
  origin: originText(entry.origin),
  stack: entry.origin.stack,
});

const originText = ({ by, address }: SeenRequest['origin']): string | undefined =>
  by === 'unknown' ? undefined : `${by}${address ? ` ${address}` : ''}`;

const lifetimeText = (seconds: number | null): string =>
  seconds === null ? 'until the browser is closed' : `for ${daysText(seconds)}`;

/** A lifetime in days, or in what is shorter. */
export function daysText(seconds: number): string {
  if (seconds >= 86_400 * 2) return `${Math.round(seconds / 86_400)} days`;
  return seconds >= 7_200
    ? `${Math.round(seconds / 3_600)} hours`
    : `${Math.max(0, Math.round(seconds / 60))} minutes`;
}
