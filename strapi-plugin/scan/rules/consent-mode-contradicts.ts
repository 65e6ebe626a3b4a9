import type { Decision, VisitRecord } from '../observe/observations';
import { grantedBy, isGoogleReport } from './google-requests';
import { type Evidence, type Rule, requestEvidence } from './rule';

export const consentModeContradicts: Rule = {
  number: 'C504',
  name: 'consent-mode-contradicts',
  expects: "What Google's tags report as granted was granted.",
  law: "GDPR, Art. 6(1)(a); Google's EU user consent policy",
  severity: 'serious',
  find({ visits }) {
    const evidence: Evidence[] = visits
      .filter(({ kind }) => kind === 'no-choice' || kind === 'reject' || kind === 'withdraw')
      .flatMap((visit) =>
        visit.requests
          .filter((request) => isUngranted(visit, request.decision) && isGoogleReport(request))
          .filter((request) => {
            const granted = grantedBy(request);
            return granted?.ads || granted?.analytics;
          })
          .map((request) => requestEvidence(visit, request)),
      );
    if (evidence.length === 0) return [];
    return [
      {
        subject: { kind: 'signal', name: 'granted', host: null },
        message: "Google's tags are told that something was granted, which nobody has",
        evidence: evidence.slice(0, 10),
      },
    ];
  },
};

const isUngranted = ({ model }: VisitRecord, decision: Decision): boolean =>
  decision === 'refused' || decision === 'withdrawn' || (decision === 'none' && model === 'opt-in');
