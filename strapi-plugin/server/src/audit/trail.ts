import type { Core } from '@strapi/strapi';
import type { Middleware } from 'koa';
import { failure } from '../database/write-conflicts';
import { getEvidenceStore } from '../evidence';
import type { AuditChange, NewAuditEntry } from '../evidence/audit';
import { currentActor } from './actor';

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
 * Enters what has been done and cannot be taken back any more. The answer to the request waits for it. Where it cannot
 * be written, the log of the server says what is missing.
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
    await getEvidenceStore(strapi).audit.add(entries);
  } catch (error) {
    const lost = entries.map(({ action, actor, subject }) =>
      [actor.name, action, subject.uid, subject.id, subject.title].filter(Boolean).join(' '),
    );
    strapi.log.error(`consent: THE AUDIT TRAIL LACKS WHAT WAS DONE (${lost.join('; ')}): ${failure(error)}`);
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
