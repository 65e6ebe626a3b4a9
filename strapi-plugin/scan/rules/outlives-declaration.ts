import { type ConsentTracker, namePattern } from '@permesso/consent-core';
import { declaredSeconds } from '../naming/declared-lifetime';
import type { SeenEntry } from '../observe/observations';
import { daysText, entryEvidence, type Finding, type Rule } from './rule';

/** What clocks and rounding may add, in seconds. */
const TOLERANCE = 3_600;

export const outlivesDeclaration: Rule = {
  number: 'C204',
  name: 'outlives-declaration',
  expects: 'No cookie is kept longer than declared.',
  law: 'GDPR, Art. 13(2)(a); CJEU C-673/17 (Planet49): the duration of cookies is told',
  severity: 'moderate',
  find({ visits, declared }, identities) {
    if (!declared) return [];
    const findings = new Map<string, Finding>();
    for (const visit of visits)
      for (const entry of visit.entries) {
        const identity = identities.ofEntry(entry);
        const text = identity.tracker && declaredText(identity.tracker, entry);
        const most = text ? declaredSeconds(text, declared.locale) : null;
        if (entry.storage !== 'cookie' || most === null || entry.lifetime === null) continue;
        const key = `${entry.name} ${entry.host}`;
        if (entry.lifetime <= most + TOLERANCE || findings.has(key)) continue;
        findings.set(key, {
          subject: { kind: 'cookie', name: entry.name, host: entry.host },
          message: `${entry.name} is kept for ${daysText(entry.lifetime)}, and declared with "${text}"`,
          evidence: [entryEvidence(visit, entry)],
          known: identity.known,
          declaredCategory: identity.tracker?.categoryKey ?? null,
        });
      }
    return [...findings.values()];
  },
};

/** The words that declare this cookie's lifetime, by the pattern that says most of its name. */
function declaredText({ cookies = [] }: ConsentTracker, { name, storage }: SeenEntry): string | undefined {
  return cookies
    .filter((cookie) => cookie.storage === storage && namePattern(cookie).test(name))
    .sort((one, other) => other.name.length - one.name.length)[0]?.durationText;
}
