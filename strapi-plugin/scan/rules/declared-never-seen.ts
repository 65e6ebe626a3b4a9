import type { Rule } from './rule';

export const declaredNeverSeen: Rule = {
  number: 'C203',
  name: 'declared-never-seen',
  expects: 'What is declared is at work once everything is granted.',
  law: 'GDPR, Art. 5(1)(a): transparency',
  severity: 'info',
  find({ visits, declared, site }, identities) {
    const granted = visits.filter(({ kind, complete }) => kind === 'accept' && complete);
    if (!declared || granted.length === 0) return [];
    const requests = granted.flatMap((visit) => visit.requests);
    const entries = granted.flatMap((visit) => visit.entries);
    return declared.trackers
      .filter((tracker) => identities.wasSeen(tracker, requests, entries) === false)
      .map((tracker) => ({
        subject: { kind: 'tracker', name: tracker.name, host: null },
        message: `${tracker.name} is declared, and was not at work on any page that was visited`,
        evidence: [
          {
            visit: 'accept',
            page: granted[0]?.pages[0] ?? site,
            seen: 'none of its hosts, cookies and entries',
          },
        ],
        declaredCategory: tracker.categoryKey,
      }));
  },
};
