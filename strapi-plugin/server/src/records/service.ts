import type { ConsentVersions, RecordSubmission } from '@permesso/consent-core';
import type { Core } from '@strapi/strapi';
import { getConfigService } from '../config/service';
import { failure } from '../database/write-conflicts';
import { getEvidenceStore } from '../evidence';
import type { NewRecord } from '../evidence/record';
import { isSnapshotGone, type StoredRecord } from '../evidence/store';
import { appKeys } from '../http/app-keys';
import { createRateLimit, type RateLimit } from '../http/rate-limit';
import { getPluginOptions } from '../options';
import { pluginService } from '../plugin-service';
import { effectiveSettings } from '../settings/service';
import { currentVersions } from '../versions';
import { getVersionsService } from '../versions/service';
import { getSnapshotsService } from '../versions/snapshots';
import { announce } from './events';
import { GroupCommit } from './group-commit';
import { NotStoredError } from './not-stored';
import { shownTerms } from './shown-terms';
import { isCurrent, type RecordingRules, type RequestFacts, recordOf, shownBy } from './submission';

/** What became of a submission. */
export type RecordOutcome =
  | { kind: 'stored'; id: string; repeated: boolean }
  | { kind: 'not-recorded' }
  | { kind: 'outdated'; versions: ConsentVersions };

export interface RecordsService {
  /** The limit of `POST records`, by network and of all together. */
  limit: RateLimit;
  /** Resolves after commit: a stored outcome is on disk (F3). */
  record(submission: RecordSubmission, facts: RequestFacts): Promise<RecordOutcome>;
  /** Takes nothing more and resolves when everything taken is on disk. */
  close(): Promise<void>;
}

/** How often a mismatch of versions may ask the database whether another instance has published, in ms. */
const RECHECK = 1000;

export const getRecordsService = pluginService<RecordsService>('records');

export function recordsService({ strapi }: { strapi: Core.Strapi }): RecordsService {
  const writer = new GroupCommit<NewRecord, StoredRecord>((records) => storeOrSay(strapi, records), {
    maxBatch: 200,
    maxQueue: 10_000,
    writers: () => getEvidenceStore(strapi).writers ?? 1,
  });
  const limit = limitOf(strapi);
  const versionsFor = freshVersions(strapi);
  const termsOf = shownTerms(strapi);
  const { tcf } = getPluginOptions(strapi);
  const judgeAndStore: RecordsService['record'] = async (submission, facts) => {
    const settings = await effectiveSettings(strapi);
    const { mode, implicit, userAgent } = settings.recording;
    if (!settings.enabled || mode === 'none' || (submission.source === 'implicit' && !implicit)) {
      return { kind: 'not-recorded' };
    }
    const versions = await versionsFor(submission.versions);
    const snapshot = await getConfigService(strapi).snapshotOf({
      policyVersion: submission.versions.policyVersion,
      locale: submission.locale ?? null,
      acceptLanguage: facts.acceptLanguage,
      environment: facts.environment,
      by: shownBy(submission, facts),
    });
    if (!snapshot || !isCurrent(submission.versions, versions)) return { kind: 'outdated', versions };
    const rules: RecordingRules = {
      terms: await termsOf(snapshot),
      expiresAfterMonths: settings.expiresAfterMonths,
      userAgent,
      tcString: tcf !== null,
    };
    const record = recordOf(submission, snapshot, rules, facts);
    const stored = await writer.submit(record).catch((cause: unknown) => {
      throw new NotStoredError(cause);
    });
    if (!stored.repeated) announce(strapi, stored.id, record);
    return { kind: 'stored', ...stored };
  };
  return {
    limit,
    async record(submission, facts) {
      try {
        return await judgeAndStore(submission, facts);
      } catch (error) {
        if (!(error instanceof NotStoredError && isSnapshotGone(error.cause))) throw error;
        forgetWhatIsKept(strapi);
        return judgeAndStore(submission, facts);
      }
    },
    async close() {
      await writer.close();
      limit.destroy();
    },
  };
}

/** The database is asked again what is published, and which of it was ever shown. */
function forgetWhatIsKept(strapi: Core.Strapi): void {
  getVersionsService(strapi).invalidate();
  getSnapshotsService(strapi).forget();
  getConfigService(strapi).forget();
}

/**
 * Stores a batch; what fails is said once for the batch, not once for each visitor. A snapshot that is gone is no failure:
 * such a record is judged anew.
 */
async function storeOrSay(
  strapi: Core.Strapi,
  records: NewRecord[],
): Promise<PromiseSettledResult<StoredRecord>[]> {
  const say = (reasons: readonly unknown[]) => {
    const failed = reasons.filter((reason) => !isSnapshotGone(reason));
    if (failed.length === 0) return;
    const count = `${failed.length} of ${records.length}`;
    strapi.log.error(`consent: ${count} records could not be stored: ${failure(failed[0])}`);
  };
  try {
    const outcomes = await getEvidenceStore(strapi).append(records);
    say(outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : [])));
    return outcomes;
  } catch (error) {
    say(records.map(() => error));
    throw error;
  }
}

/**
 * Another instance may have published a moment ago: what does not match is compared with the database itself. Anybody
 * can send versions that nobody published, so nothing is dropped for it that is still true.
 */
function freshVersions(strapi: Core.Strapi): (given: ConsentVersions) => Promise<ConsentVersions> {
  let checkedAt = Number.NEGATIVE_INFINITY;
  return async (given) => {
    const versions = await currentVersions(strapi);
    if (isCurrent(given, versions) || performance.now() - checkedAt < RECHECK) return versions;
    checkedAt = performance.now();
    return (await getVersionsService(strapi).refreshed()).versions;
  };
}

function limitOf(strapi: Core.Strapi): RateLimit {
  const { rateLimitPerMinute, ceilingPerMinute, redis } = getPluginOptions(strapi).recording;
  return createRateLimit({
    perMinute: rateLimitPerMinute,
    ceiling: ceilingPerMinute,
    redis,
    sharedSecret: () => sharedSecretOf(strapi),
    warn: (message) => strapi.log.warn(message),
  });
}

/** @throws Error where the app has no keys: each instance would count by itself, or by a secret that everybody knows. */
function sharedSecretOf(strapi: Core.Strapi): string {
  const keys = appKeys(strapi);
  if (keys) return keys;
  throw new Error(
    'consent: recording.redis needs the keys of the app, the same on every instance: set app.keys (config/server.ts)',
  );
}
