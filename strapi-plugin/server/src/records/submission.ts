import type { ConsentModel, ConsentVersions, DeviceClass, RecordSubmission } from '@permesso/consent-core';
import { recordSubmissionSchema } from '@permesso/consent-core/schema';
import type { NetworkTag } from '../evidence/quarantine';
import type { NewRecord } from '../evidence/record';
import { invalidValue, parseInput, parseJson } from '../http/invalid-input';
import { browserFamily } from './browser-family';
import { decisionFingerprint } from './fingerprint';
import { keptBases, keptDecisions, keptServices } from './kept-decisions';
import type { ShownTerms } from './shown-terms';

const DAY = 86_400;
/** How old a decision may be when it arrives (E5), in seconds: as long as the page keeps unsent ones. */
const MAX_AGE = 7 * DAY;
/** How far ahead a visitor's clock may be (E5), in seconds. */
const MAX_AHEAD = 5 * 60;
/** A month as consent law counts validity here (C5): 30.4375 days, in milliseconds. */
const MONTH = 30.4375 * DAY * 1000;

/** What the server knows about the request; nothing of it comes from the body (E5). */
export interface RequestFacts {
  now: Date;
  country: string | null;
  /** As `US-CA`. */
  region: string | null;
  model: ConsentModel;
  /** `site`: country, region and model stand in what the site's server has signed. */
  vouchedBy: 'site' | null;
  /** Hash of how the choice was presented, as the site's server has signed it. */
  presentation: string | null;
  gpc: boolean;
  userAgent: string;
  /** Of the visitor, as the site or the request says. */
  device: DeviceClass;
  acceptLanguage: string;
  /** Of the config that was shown, as its endpoint names it; null: the server's own. */
  environment: string | null;
  /** Document id of the signed-in user. */
  user: string | null;
  /** Where it came from; empty unless that is noted. */
  networks: readonly NetworkTag[];
}

/** What holds for records right now. */
export interface RecordingRules {
  /** Of the config that was shown. */
  terms: ShownTerms;
  /** Months after which a decision has to be asked for again. */
  expiresAfterMonths: number;
  userAgent: boolean;
  /** Consent strings are kept: those of a website that does not take part in the framework mean nothing. */
  tcString: boolean;
}

/**
 * Reads the text of a request as a submission.
 *
 * @throws {errors.ValidationError} with `details.errors[]` (path and message) for everything that is wrong.
 */
export function parseSubmission(text: string, now: Date): RecordSubmission {
  const body = parseJson(text);
  if (mayHoldNul(text) && holdsNul(body)) {
    throw invalidValue([], 'A NUL character (\\u0000) is not allowed.');
  }
  const submission = parseInput(recordSubmissionSchema, body);
  checkTime(submission.decidedAt, now);
  return submission;
}

/** JSON has it as an escape alone. */
const mayHoldNul = (text: string): boolean => text.includes('\\u0000');

/** PostgreSQL cannot store the character, and no honest page sends it. */
function holdsNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0');
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, inner]) => holdsNul(key) || holdsNul(inner));
}

function checkTime(decidedAt: number | undefined, now: Date): void {
  if (decidedAt === undefined) return;
  const seconds = now.getTime() / 1000;
  if (decidedAt > seconds + MAX_AHEAD) {
    throw invalidValue(['decidedAt'], 'decidedAt is more than 5 minutes ahead of the server.');
  }
  if (decidedAt < seconds - MAX_AGE) {
    throw invalidValue(['decidedAt'], 'decidedAt is more than 7 days ago.');
  }
}

/** Whether the decision was made about what is published now (E4); the policy version has its own rule. */
export function isCurrent(given: ConsentVersions, current: ConsentVersions): boolean {
  return (
    given.documentsVersion === current.documentsVersion &&
    given.categoriesVersion === current.categoriesVersion &&
    given.trackersVersion === current.trackersVersion
  );
}

/** Before this moment a visitor was shown what the decision is about: a clock may be behind as far as it may be ahead. */
export const shownBy = ({ decidedAt }: RecordSubmission, { now }: RequestFacts): Date =>
  decidedAt === undefined ? now : new Date((decidedAt + MAX_AHEAD) * 1000);

/** The record of a submission: the visitor's choice, and around it only what the server itself knows. */
export function recordOf(
  submission: RecordSubmission,
  snapshot: string,
  rules: RecordingRules,
  facts: RequestFacts,
): NewRecord {
  const { source, decidedAt, versions, tcString } = submission;
  // A browser may say it to scripts and not in its requests.
  const where = { ...facts, gpc: facts.gpc || source === 'gpc' };
  const decisions = keptDecisions(submission.decisions, rules.terms, where);
  const services = keptServices(submission.services, rules.terms, where);
  const bases = keptBases(rules.terms, where);
  const consentId = submission.consentId.toLowerCase();
  const decided = decidedAt === undefined ? facts.now : new Date(decidedAt * 1000);
  return {
    consentId,
    replaces: submission.replaces?.toLowerCase() ?? null,
    decisions,
    ...(services && { services }),
    ...(bases && { bases }),
    ...(rules.tcString && tcString && { tcString }),
    source,
    model: facts.model,
    country: facts.country,
    region: facts.region,
    gpc: where.gpc,
    locale: submission.locale ?? null,
    policyVersion: versions.policyVersion,
    categoriesVersion: versions.categoriesVersion,
    trackersVersion: versions.trackersVersion,
    documentsVersion: versions.documentsVersion,
    snapshot,
    presentation: facts.presentation,
    vouchedBy: facts.vouchedBy,
    decidedAt: decided,
    expiresAt: new Date(decided.getTime() + rules.expiresAfterMonths * MONTH),
    userAgentFamily: rules.userAgent ? browserFamily(facts.userAgent) : null,
    device: facts.device,
    user: facts.user,
    fingerprint: decisionFingerprint({ consentId, source, decisions, services, decidedAt }),
    networks: facts.networks,
    createdAt: facts.now,
  };
}
