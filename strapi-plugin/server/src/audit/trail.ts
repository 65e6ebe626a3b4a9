import { setTimeout as pause } from 'node:timers/promises';
import type { Core } from '@strapi/strapi';
import type { Middleware } from 'koa';
import { isOutOfService } from '../database/out-of-service';
import { failure } from '../database/write-conflicts';
import { getEvidenceStore } from '../evidence';
import type { AuditChange, NewAuditEntry } from '../evidence/audit';
import { currentActor } from './actor';

/** For so long, in ms, an entry is tried again while the database does not answer: an editor waits for it. */
const PATIENCE = 5000;

/** The first pause before that, in ms; each further one is twice as long. */
const FIRST_PAUSE = 200;

/** The last of what is being written to the trail, one after the other: of an app, and of a request that waits for it. */
const lastOfApp = new WeakMap<Core.Strapi, Promise<void>>();
const lastOfRequest = new WeakMap<object, Promise<void>>();

/** What somebody did, without what everybody's entries have. */
export type Act = Pick<NewAuditEntry, 'action' | 'subject'> & {
  changes?: AuditChange[];
  reason?: string | null | undefined;
};

/** An entry in the name of whoever asks. */
export const entryOf = (
  strapi: Core.Strapi,
  { action, subject, changes = [], reason }: Act,
): NewAuditEntry => ({
  action,
  subject,
  changes,
  reason: reason || null,
  at: new Date(),
  actor: currentActor(strapi),
});

/**
 * Enters an act into the trail before it is done.
 *
 * @throws where it cannot be entered: then it must not be done.
 */
export const auditBefore = (strapi: Core.Strapi, act: Act): Promise<void> =>
  getEvidenceStore(strapi).audit.add([entryOf(strapi, act)]);

/**
 * Enters what has been done and cannot be taken back any more. The answer to the request waits for it. While
 * the database does not answer, it is tried again for some seconds; where it cannot be written then, the log of the server
 * says all of what is missing.
 */
export function auditAfter(strapi: Core.Strapi, entries: readonly NewAuditEntry[]): Promise<void> {
  const writing = trailWritten(strapi).then(() => enter(strapi, entries));
  lastOfApp.set(strapi, writing);
  const request = strapi.requestContext.get();
  if (request) lastOfRequest.set(request, writing);
  return writing;
}

async function enter(strapi: Core.Strapi, entries: readonly NewAuditEntry[]): Promise<void> {
  try {
    await addPatiently(strapi, entries);
  } catch (error) {
    const lost = entries.map(({ action, actor, subject }) =>
      [actor.name, action, subject.uid, subject.id, subject.title].filter(Boolean).join(' '),
    );
    // The entries as a whole: what was there before is known nowhere else.
    strapi.log.error(
      `consent: THE AUDIT TRAIL LACKS WHAT WAS DONE (${lost.join('; ')}): ${failure(error)}: ${JSON.stringify(entries)}`,
    );
  }
}

/** A connection that broke while it committed may make two entries of one: better than none. */
async function addPatiently(strapi: Core.Strapi, entries: readonly NewAuditEntry[]): Promise<void> {
  const end = Date.now() + PATIENCE;
  for (let wait = FIRST_PAUSE; ; wait *= 2) {
    try {
      return await getEvidenceStore(strapi).audit.add(entries);
    } catch (error) {
      if (!isOutOfService(error) || Date.now() + wait > end) throw error;
      await pause(wait);
    }
  }
}

/** Resolves when everything that was done until now is in the trail. */
export const trailWritten = (strapi: Core.Strapi): Promise<void> =>
  lastOfApp.get(strapi) ?? Promise.resolve();

/** In register(), around everything: an answer goes out when the trail has what it tells of. */
export const answerAfterTrail: Middleware = async (ctx, next) => {
  try {
    await next();
  } finally {
    await lastOfRequest.get(ctx);
  }
};
