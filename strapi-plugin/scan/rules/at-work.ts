/** Findings about what was at work when it should not have been: the same for every moment at which that may be. */
import { LIMITS } from '../limits';
import type { Identities, Identity } from '../naming/identity';
import type { SeenEntry, SeenRequest, VisitRecord } from '../observe/observations';
import {
  type Evidence,
  entryEvidence,
  type Finding,
  requestEvidence,
  type Severity,
  type Subject,
} from './rule';

/** What a rule looks at. */
export interface AtWork {
  visits: readonly VisitRecord[];
  /** Of what was seen in those visits. */
  requests?(request: SeenRequest, visit: VisitRecord): boolean;
  entries?(entry: SeenEntry, visit: VisitRecord): boolean;
  /** Whether it may not be; its severity where that is not the rule's. */
  judge(identity: Identity, seen: SeenRequest | SeenEntry): boolean | Severity;
  message(name: string, subject: Subject): string;
}

/** One finding for each host and each entry, with where it was seen. */
export function findAtWork(identities: Identities, { visits, ...rule }: AtWork): Finding[] {
  const findings = new Map<string, Finding>();
  const keep = (subject: Subject, identity: Identity, seen: SeenRequest | SeenEntry, evidence: Evidence) => {
    const verdict = rule.judge(identity, seen);
    if (verdict === false) return;
    const key = `${subject.kind} ${subject.name} ${subject.host}`;
    const found = findings.get(key) ?? {
      subject,
      message: rule.message(nameOf(identity, subject), subject),
      evidence: [],
      known: identity.known,
      declaredCategory: identity.category?.key ?? identity.tracker?.categoryKey ?? null,
      ...(verdict === true ? {} : { severity: verdict }),
    };
    findings.set(key, found);
    if (found.evidence.length < LIMITS.evidence) found.evidence.push(evidence);
  };
  for (const visit of visits) {
    for (const request of visit.requests)
      if (rule.requests?.(request, visit))
        keep(
          { kind: 'host', name: request.host, host: request.host },
          identities.ofRequest(request),
          request,
          requestEvidence(visit, request),
        );
    for (const entry of visit.entries)
      if (rule.entries?.(entry, visit))
        keep(
          { kind: entry.storage, name: entry.name, host: entry.host },
          identities.ofEntry(entry),
          entry,
          entryEvidence(visit, entry),
        );
  }
  return [...findings.values()];
}

/** As people know it: the tracker's name, else what is known of it, else its own. */
export function nameOf({ tracker, known }: Identity, { name }: Subject): string {
  const title = tracker?.name ?? known?.name;
  return title ? `${name} (${title})` : name;
}
