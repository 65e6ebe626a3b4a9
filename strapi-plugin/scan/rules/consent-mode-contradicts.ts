import type { ConsentModeSignal } from '@permesso/consent-core';
import type { Declared } from '../declared';
import type { Decision, VisitRecord } from '../observe/observations';
import { grantedBy, isGoogleReport } from './google-requests';
import { type Evidence, type Rule, requestEvidence } from './rule';

export const consentModeContradicts: Rule = {
  number: 'C504',
  name: 'consent-mode-contradicts',
  expects: "What Google's tags report as granted was granted.",
  law: "GDPR, Art. 6(1)(a); Google's EU user consent policy",
  severity: 'serious',
  find({ visits, declared }) {
    const evidence: Evidence[] = visits
      .filter(({ kind }) => kind === 'no-choice' || kind === 'reject' || kind === 'withdraw')
      .flatMap((visit) =>
        visit.requests
          .filter((request) => isUngranted(visit, request.decision) && isGoogleReport(request))
          .filter((request) => {
            const granted = grantedBy(request);
            // Before a choice what is on without consent is rightly told as on; whoever refuses has objected to that, too.
            const isOn = (signal: ConsentModeSignal) =>
              request.decision === 'none' && isOnWithout(declared, signal);
            return (
              (granted?.ads && !isOn('ad_storage')) || (granted?.analytics && !isOn('analytics_storage'))
            );
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

/** Whether all that carries a signal is on without consent where the visitor is, by the word of the site. */
function isOnWithout(declared: Declared | null, signal: ConsentModeSignal): boolean {
  const carriers =
    declared?.categories.filter(({ consentModeSignals }) => consentModeSignals.includes(signal)) ?? [];
  return carriers.length > 0 && carriers.every(({ required, basis }) => required || basis);
}

const isUngranted = ({ model }: VisitRecord, decision: Decision): boolean =>
  decision === 'refused' || decision === 'withdrawn' || (decision === 'none' && model === 'opt-in');
