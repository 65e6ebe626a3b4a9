import type { Core } from '@strapi/strapi';
import { currentActor, currentPerson } from '../audit/actor';
import { entryOf } from '../audit/trail';
import { refuseLostKeys } from '../catalogue/category-keys';
import { refuseLostNames } from '../catalogue/service-names';
import { getEvidenceStore } from '../evidence';
import type { Actor, AuditAction, AuditChange, NewAuditEntry } from '../evidence/audit';
import type { Release, ReleasePlan } from '../evidence/releases';
import { errors, isRefusal } from '../http/errors';
import { getPluginOptions } from '../options';
import { getProcessorsService } from '../processors/service';
import { noteRetention } from '../records/retention-state';
import { refuseWithOpenFindings } from '../scan/gate';
import type { Difference } from '../transfer/differences';
import type { Item } from '../transfer/format';
import { RELEASE_UID } from '../uids';
import { tellOtherInstances } from '../versions/other-instances';
import { getVersionsService, publishedFrom } from '../versions/service';
import { asContent, type ReleasedConfiguration, sourceOf } from './configuration';
import { isSamePerson } from './draft';
import { effectOf } from './effect';
import { configurationOf, differencesBetween } from './service';

export interface Publication {
  configuration: ReleasedConfiguration;
  note: string | null;
  restores: number | null;
  /** Null: now. */
  publishAt: Date | null;
}

const OVERTAKEN = 'Somebody else has published meanwhile; look at what waits again.';

/**
 * Publishes a configuration in the name of whoever asks: now, at its time, or when a second person approves.
 *
 * @param last the release that it was compared with.
 * @returns the release, or null where it is to come.
 * @throws {errors.ApplicationError} where it may not be, or is overtaken; nothing is published or planned then.
 */
export async function publish(
  strapi: Core.Strapi,
  last: Release,
  { configuration, note, restores, publishAt }: Publication,
): Promise<Release | null> {
  const { releases } = getEvidenceStore(strapi);
  if (await releases.plan()) {
    throw new errors.ApplicationError('A release waits already. Publish or withdraw it first.');
  }
  const needsApproval = getPluginOptions(strapi).releases.approval;
  if (!publishAt && !needsApproval) {
    const actor = currentActor(strapi);
    const release = await carryOut(strapi, last, { configuration, note, restores, actor, approver: null });
    if (!release) throw new errors.ApplicationError(OVERTAKEN);
    return release;
  }
  await refuseUnfit(strapi, last, configuration);
  const plan = {
    content: asContent(configuration),
    base: last.hash,
    at: new Date(),
    actor: currentPerson(strapi),
    note,
    restores,
    publishAt,
    needsApproval,
  };
  const changes = publishAt ? [{ path: 'publishAt', before: null, after: publishAt.toISOString() }] : [];
  if (!(await releases.makePlan(plan, [planEntry(strapi, 'plan', last, note, changes)]))) {
    throw new errors.ApplicationError('A release waits already. Publish or withdraw it first.');
  }
  return null;
}

/**
 * Approves what somebody else has planned; without a time of its own it is published then.
 *
 * @throws {errors.ApplicationError} where it is one's own, or is there no more.
 */
export async function approve(strapi: Core.Strapi, id: string): Promise<Release | null> {
  const { releases } = getEvidenceStore(strapi);
  const plan = await planOf(strapi, id);
  const approver = currentPerson(strapi);
  if (isSamePerson(plan.actor, approver)) {
    throw new errors.ApplicationError('It takes a second person to approve what one has planned.');
  }
  const last = await lastRelease(strapi);
  const entries = [planEntry(strapi, 'approve', last, plan.note)];
  if (!(await releases.changePlan(id, { approver }, entries))) throw gone();
  const approved = { ...plan, approver };
  return isDue(approved, new Date()) ? carryOutPlan(strapi, approved) : null;
}

/** Ends a plan: what it would have published is where it came from, among what waits. */
export async function withdraw(strapi: Core.Strapi, id: string): Promise<void> {
  const plan = await planOf(strapi, id);
  const entries = [planEntry(strapi, 'withdraw', await lastRelease(strapi), plan.note)];
  if (!(await getEvidenceStore(strapi).releases.changePlan(id, 'withdrawn', entries))) throw gone();
}

const gone = () => new errors.NotFoundError('This release waits no more: it was published or withdrawn.');

async function planOf(strapi: Core.Strapi, id: string): Promise<ReleasePlan> {
  const plan = await getEvidenceStore(strapi).releases.plan();
  if (plan?.id !== id) throw gone();
  return plan;
}

export async function lastRelease(strapi: Core.Strapi): Promise<Release> {
  const last = await getEvidenceStore(strapi).releases.latest();
  if (!last) throw new errors.ApplicationError('Nothing has been published yet.');
  return last;
}

const isDue = ({ publishAt, needsApproval, approver, failure }: ReleasePlan, now: Date): boolean =>
  failure === null && (!needsApproval || approver !== null) && (publishAt === null || publishAt <= now);

/**
 * Publishes the plan whose time has come. Every instance asks; one does it. What may not be published then is not tried
 * again: nobody expects it at another time.
 */
export async function publishDue(strapi: Core.Strapi, now: Date): Promise<Release | null> {
  const { releases } = getEvidenceStore(strapi);
  const plan = await releases.plan();
  if (!plan || !isDue(plan, now)) return null;
  try {
    return await carryOutPlan(strapi, plan);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    strapi.log.warn(`consent: a release could not be published at its time: ${error.message}`);
    await releases.changePlan(plan.id, { failure: error.message }, []);
    return null;
  }
}

async function carryOutPlan(strapi: Core.Strapi, plan: ReleasePlan): Promise<Release | null> {
  const { hash, id, actor, approver, note, restores } = plan;
  const configuration = await configurationOf(strapi, { hash });
  const planned = { configuration, actor, approver, note, restores, plan: id };
  // After an asking again, which is a release of its own, it follows that one.
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    const last = await lastRelease(strapi);
    if (last.hash !== plan.base) {
      throw new errors.ApplicationError('Another release was published since this one was planned.');
    }
    const release = await carryOut(strapi, last, planned);
    if (release) return release;
    if ((await getEvidenceStore(strapi).releases.plan())?.id !== id) return null;
  }
  throw new errors.ApplicationError(OVERTAKEN);
}

interface Order extends Pick<Publication, 'configuration' | 'note' | 'restores'> {
  actor: Actor;
  approver: Actor | null;
  plan?: string;
}

/** @returns null where another release came first, or the plan is no longer there. */
async function carryOut(strapi: Core.Strapi, last: Release, order: Order): Promise<Release | null> {
  const { configuration, actor, approver, note, restores, plan } = order;
  await refuseUnfit(strapi, last, configuration);
  const published = await publishedFrom(strapi, sourceOf(strapi, configuration));
  const at = new Date();
  const content = asContent(configuration);
  const { versions } = published;
  const effect = await effectOf(strapi, last, published, at);
  const action = restores === null ? 'release' : 'take-back';
  const entry = { ...planEntry(strapi, action, last, note), actor };
  const release = await getEvidenceStore(strapi).releases.add(
    { content, versions, at, actor, approver, note, restores, ...effect },
    { after: last.number, entries: [entry], ...(plan ? { plan } : {}) },
  );
  if (release) await follow(strapi);
  return release;
}

/** The other ways to what is published find it by themselves, where this process ends before it has told them. */
async function follow(strapi: Core.Strapi): Promise<void> {
  getVersionsService(strapi).recheck();
  try {
    await getProcessorsService(strapi).publishList();
    await noteRetention(strapi);
  } finally {
    tellOtherInstances(strapi);
  }
}

/**
 * @throws {errors.ApplicationError} where a category or a service would lose the key that visitors know, as by an older release;
 *   and while a finding of the scanner is open, unless the site does less by it.
 */
async function refuseUnfit(
  strapi: Core.Strapi,
  last: Release,
  configuration: ReleasedConfiguration,
): Promise<void> {
  const before = await configurationOf(strapi, last);
  await refuseLostKeys(strapi, newlyKeyed<string>(before.categories, configuration.categories));
  await refuseLostNames(strapi, newlyKeyed<string | undefined>(before.trackers, configuration.trackers));
  if (!differencesBetween(before, configuration).every(doesLess)) await refuseWithOpenFindings(strapi);
}

/** The entries that have another key than before, or are new. */
function newlyKeyed<Key extends string | undefined>(
  before: readonly Item[],
  after: readonly Item[],
): { id: string; key: Key }[] {
  const isKnown = ({ id, shared }: Item) =>
    before.some((one) => one.id === id && one.shared.key === shared.key);
  return after.flatMap((item) =>
    item.id && !isKnown(item) ? [{ id: item.id, key: item.shared.key as Key }] : [],
  );
}

function doesLess({ kind, change, fields }: Difference): boolean {
  if (kind === 'trackers' && change === 'removed') return true;
  const isSwitchedOff =
    fields.length > 0 && fields.every((one) => one.path === 'shared.enabled' && !one.after);
  return change === 'changed' && (kind === 'trackers' || kind === 'settings') && isSwitchedOff;
}

function planEntry(
  strapi: Core.Strapi,
  action: AuditAction,
  last: Release,
  note: string | null,
  changes: AuditChange[] = [],
): NewAuditEntry {
  const subject = { uid: RELEASE_UID, id: String(last.number + 1), title: null, locale: null };
  return entryOf(strapi, { action, subject, changes, reason: note });
}
