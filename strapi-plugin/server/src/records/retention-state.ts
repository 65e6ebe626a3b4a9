import type { Core } from '@strapi/strapi';
import { currentActor } from '../audit/actor';
import { failure } from '../database/write-conflicts';
import { getEvidenceStore } from '../evidence';
import { type Actor, type NewAuditEntry, SYSTEM } from '../evidence/audit';
import type { RetentionState } from '../evidence/retention';
import { roleHolds } from '../http/admin-route';
import { getPluginOptions } from '../options';
import { pluginAction, RECORD_UID, UIDS } from '../uids';
import { getVersionsService, readPublished } from '../versions/service';
import { cutoffOf } from './cutoff';
import { confirmed, effectiveAt, type RetentionStep, settled, withheld } from './retention-change';

/** The options that say how long records are kept. */
export interface RetentionOptions {
  recording?: { retentionMonths?: number | undefined } | undefined;
}

const DEFAULT_RETENTION_MONTHS = 36;

/** What the admin shows of the retention. */
export interface RetentionView {
  /** Months that hold now. */
  months: number;
  /** A shorter retention that does not hold yet. */
  pending: {
    months: number;
    /** ISO 8601. */
    since: string;
    /** ISO 8601; null where somebody withholds it. */
    effectiveAt: string | null;
    /** Records that it would delete if it held now, beyond what the present one deletes. */
    records: number;
  } | null;
}

/** The months that are asked for, and by what. */
export interface WantedRetention {
  months: number;
  from: 'settings' | 'options';
}

/** The months that settings, or else options, ask for. */
export async function wantedRetention(
  strapi: Core.Strapi,
  options: RetentionOptions,
): Promise<WantedRetention> {
  // Not from the cache: another instance may have lengthened the retention a moment ago, and what goes is gone.
  const { content } = await readPublished(strapi);
  const set = content.settings?.shared.retentionMonths;
  if (typeof set === 'number') return { months: set, from: 'settings' };
  return { months: options.recording?.retentionMonths ?? DEFAULT_RETENTION_MONTHS, from: 'options' };
}

/** The permission of those who may shorten the retention. */
const SHORTEN = pluginAction('retention.update');

/**
 * Notes what is asked for, in the name of whoever asks: a shorter retention begins its grace where that is an administrator with
 * `retention.update`. From anybody else it is withheld, also where clearing the field leaves it to options that are shorter.
 */
export async function noteRetention(strapi: Core.Strapi): Promise<void> {
  const { months } = await wantedRetention(strapi, getPluginOptions(strapi));
  const state = strapi.requestContext.get()?.state;
  const mayShorten = state?.userAbility !== undefined && roleHolds({ state }, SHORTEN);
  await settle(strapi, months, { now: new Date(), mayShorten, actor: currentActor(strapi) });
}

/** The same at a start, when alone the options change: for what they say the operator vouches by `config/plugins.ts`. */
export async function noteRetentionAtStart(strapi: Core.Strapi): Promise<void> {
  const { months, from } = await wantedRetention(strapi, getPluginOptions(strapi));
  await settle(strapi, months, { now: new Date(), mayShorten: from === 'options', actor: SYSTEM });
}

/** The same after a write to these types, by whatever way. What cannot be noted now, a later look withholds. */
export async function noteRetentionAfterWrite(strapi: Core.Strapi, uids: readonly string[]): Promise<void> {
  if (!strapi.isLoaded || !uids.includes(UIDS.setting)) return;
  try {
    await noteRetention(strapi);
  } catch (error) {
    strapi.log.warn(`consent: it could not be noted yet for how long records are kept: ${failure(error)}`);
  }
}

/** What holds then. Whoever looks, or purges, vouches for nothing that somebody else has made shorter, nor did they do it. */
export const settleRetention = (
  strapi: Core.Strapi,
  { months }: WantedRetention,
  now: Date,
): Promise<RetentionState & { months: number }> =>
  settle(strapi, months, { now, mayShorten: false, actor: SYSTEM });

async function settle(
  strapi: Core.Strapi,
  wanted: number,
  { now, mayShorten, actor }: { now: Date; mayShorten: boolean; actor: Actor },
): Promise<RetentionState & { months: number }> {
  const { retention } = getEvidenceStore(strapi);
  const judge = (state: RetentionState) => settled(state, wanted, now, mayShorten);
  const known = await retention.read();
  const state = judge(known) ? await change(strapi, judge, actor) : known;
  return { ...state, months: state.months ?? wanted };
}

/**
 * The months by which a purge at this moment would delete. Only looks: what is asked for is noted by whoever asks.
 *
 * @param asked the months that settings, or else options, ask for, where the caller knows them.
 */
export async function monthsInForce(strapi: Core.Strapi, now: Date, asked?: number): Promise<number> {
  const wanted = asked ?? (await wantedRetention(strapi, getPluginOptions(strapi))).months;
  const known = await getEvidenceStore(strapi).retention.read();
  const { months } = settled(known, wanted, now, false)?.state ?? known;
  return months ?? wanted;
}

/** What so many months would delete if they held now, beyond what the present retention deletes. */
export interface ShorterRetention {
  /** Months that hold now. */
  present: number;
  records: number;
}

export async function shorterRetention(
  strapi: Core.Strapi,
  months: number,
  now: Date = new Date(),
): Promise<ShorterRetention> {
  const present = await monthsInForce(strapi, now);
  return { present, records: await countBetween(strapi, { present, months }, now) };
}

async function countBetween(
  strapi: Core.Strapi,
  { present, months }: { present: number; months: number },
  now: Date,
): Promise<number> {
  if (months >= present) return 0;
  return getEvidenceStore(strapi).countDeletable({
    from: cutoffOf(now, present),
    to: cutoffOf(now, months),
  });
}

export type RetentionAct = 'confirm' | 'withhold';

/**
 * Confirms or withholds a pending retention in the name of whoever asks.
 *
 * @param months which one was meant: it may be another by now.
 * @returns false where it is another, or none.
 */
export async function actOnRetention(
  strapi: Core.Strapi,
  { act, months, reason }: { act: RetentionAct; months: number; reason: string },
): Promise<boolean> {
  const judge = act === 'confirm' ? confirmed : withheld;
  let done = false;
  const step = (state: RetentionState) => {
    const judged = judge(state, months);
    done = judged !== null;
    return judged;
  };
  await change(strapi, step, currentActor(strapi), reason);
  // Legal pages say the months that hold.
  if (done) getVersionsService(strapi).recheck();
  return done;
}

function change(
  strapi: Core.Strapi,
  judge: (state: RetentionState) => RetentionStep | null,
  actor: Actor,
  reason: string | null = null,
): Promise<RetentionState> {
  return getEvidenceStore(strapi).retention.update((before) => {
    const step = judge(before);
    if (!step) return null;
    const entries = step.event ? [entryOf(before, step, { actor, at: new Date(), reason })] : [];
    return { state: step.state, entries };
  });
}

function entryOf(
  before: RetentionState,
  { state, event }: RetentionStep,
  by: Pick<NewAuditEntry, 'actor' | 'at' | 'reason'>,
): NewAuditEntry {
  const values = (of: RetentionState) => ({
    months: of.months,
    pendingMonths: of.pending?.months ?? null,
    effectiveAt: effectiveAt(of)?.toISOString() ?? null,
  });
  const [old, own] = [values(before), values(state)];
  const changes = (Object.keys(own) as (keyof typeof own)[])
    .filter((path) => old[path] !== own[path])
    .map((path) => ({ path, before: old[path], after: own[path] }));
  const subject = { uid: RECORD_UID, id: null, title: event, locale: null };
  return { action: 'retention', subject, changes, ...by };
}

/** What holds and what is to hold, with what that would delete. */
export async function retentionView(strapi: Core.Strapi, now: Date = new Date()): Promise<RetentionView> {
  const wanted = await wantedRetention(strapi, getPluginOptions(strapi));
  const state = await settleRetention(strapi, wanted, now);
  const { months, pending } = state;
  if (!pending) return { months, pending: null };
  return {
    months,
    pending: {
      months: pending.months,
      since: pending.since.toISOString(),
      effectiveAt: effectiveAt(state)?.toISOString() ?? null,
      records: await countBetween(strapi, { present: months, months: pending.months }, now),
    },
  };
}
