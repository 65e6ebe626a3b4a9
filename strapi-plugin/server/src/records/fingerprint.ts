import { hash } from 'node:crypto';
import type { ConsentDecisions, ConsentSource } from '@permesso/consent-core';

interface Decision {
  consentId: string;
  source: ConsentSource;
  decisions: ConsentDecisions;
  services?: ConsentDecisions | undefined;
  /** Unix seconds as the visitor's page gave them. */
  decidedAt?: number | undefined;
}

/**
 * What makes a decision the same decision (K): consent id, time, source and the kept choices, as 64 hex digits. Null
 * without a time of its own: then every request is a decision of its own.
 */
export function decisionFingerprint(decision: Decision): string | null {
  const { consentId, source, decisions, services, decidedAt } = decision;
  if (decidedAt === undefined) return null;
  const said = [choiceLine(decisions), ...(services ? [choiceLine(services)] : [])];
  return hash('sha256', JSON.stringify([consentId.toLowerCase(), decidedAt, source, ...said]));
}

/** The decisions in one line, whatever their order: `|analytics=1|marketing=0|`; empty without decisions. */
export function choiceLine(decisions: ConsentDecisions): string {
  const choices = Object.keys(decisions)
    .sort()
    .map((key) => `${key}=${decisions[key] ? 1 : 0}`);
  return choices.length === 0 ? '' : `|${choices.join('|')}|`;
}
