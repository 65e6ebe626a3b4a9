import { isGoogleReport } from './google-requests';
import { type Rule, requestEvidence } from './rule';

export const consentModeDefault: Rule = {
  number: 'C503',
  name: 'consent-mode-default',
  expects: "Google's tags are told what is granted before they report anything.",
  law: "Google's EU user consent policy; GDPR, Art. 25: by default",
  severity: 'moderate',
  find({ visits }) {
    for (const visit of visits.filter(({ kind }) => kind === 'no-choice' || kind === 'accept'))
      for (const page of new Set(visit.requests.map((request) => request.page))) {
        const report = visit.requests.find((request) => request.page === page && isGoogleReport(request));
        const told = visit.signals.find((signal) => signal.page === page && signal.command === 'default');
        if (!report || (told && told.at <= report.at)) continue;
        const message = told
          ? "Google's tags report before Consent Mode has its default"
          : "Google's tags report, and Consent Mode has no default";
        return [
          {
            subject: { kind: 'signal', name: 'default', host: null },
            message,
            evidence: [requestEvidence(visit, report)],
          },
        ];
      }
    return [];
  },
};
