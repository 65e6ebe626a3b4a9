import { bannerFinding } from './banner-finding';
import type { Rule } from './rule';

export const refusalFurtherAway: Rule = {
  number: 'C304',
  name: 'refusal-further-away',
  expects: 'Refusing takes no more clicks than accepting.',
  law: 'EDPB Cookie Banner Taskforce, report of 17 January 2023; GDPR, Art. 7(3)',
  severity: 'serious',
  find({ banner, visits }) {
    const made = (kind: string) =>
      visits.find((visit) => visit.kind === kind && !visit.place && visit.bannerSeen);
    const accepting = made('accept');
    const refusing = made('reject');
    if (!banner || !accepting?.clicks || !refusing || refusing.model !== 'opt-in') return [];
    if (refusing.clicks !== null && refusing.clicks <= accepting.clicks) return [];
    const message =
      refusing.clicks === null
        ? 'Nothing was found on the banner that refuses'
        : `Refusing takes ${refusing.clicks} clicks, accepting ${accepting.clicks}`;
    const seen = `clicks to accept: ${accepting.clicks}, to refuse: ${refusing.clicks ?? 'no way'}`;
    return [bannerFinding(banner, 'clicks', message, seen)];
  },
};
