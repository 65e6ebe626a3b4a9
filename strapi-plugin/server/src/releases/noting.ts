import type { Core } from '@strapi/strapi';
import { currentActor } from '../audit/actor';
import { contentHash } from '../content/hash';
import { failure } from '../database/write-conflicts';
import { getEvidenceStore } from '../evidence';
import { type Actor, SYSTEM } from '../evidence/audit';
import type { Release } from '../evidence/releases';
import { restoreAskedAgain } from '../versions/reconsent';
import { getVersionsService, type Published } from '../versions/service';
import { asContent, configurationFrom } from './configuration';
import { effectOf } from './effect';
import { currentReleaseAct } from './release-act';
import { enterUnseen } from './unseen-changes';

/** What is known to be a release. */
const noted = new WeakSet<Published>();

/**
 * In bootstrap(), behind everything that the plugin writes. What the app's own bootstrap() writes after it was served to
 * nobody and is one release, once the server listens.
 */
export async function noteFirstRelease(strapi: Core.Strapi): Promise<void> {
  strapi.server.httpServer.once('listening', () => void noteUnlessImpossible(strapi, SYSTEM));
  await noteRelease(strapi, SYSTEM);
  void enterUnseen(strapi);
}

/** After a write, in the name of whoever asked for it. */
export async function noteReleaseAfterWrite(strapi: Core.Strapi): Promise<void> {
  if (strapi.isLoaded) await noteUnlessImpossible(strapi, currentActor(strapi));
}

/** What cannot be noted now is noted before it is served. */
async function noteUnlessImpossible(strapi: Core.Strapi, actor: Actor): Promise<void> {
  try {
    await noteRelease(strapi, actor);
  } catch (error) {
    strapi.log.warn(`consent: the release could not be noted yet: ${failure(error)}`);
  }
}

/** Nothing is served that is no release. Who changed it, where it comes by SQL or from another instance, is not known here; the trail is looked at for that a moment later. */
export async function noteBeforeServing(strapi: Core.Strapi, published: Published): Promise<void> {
  // What an open transaction sees may be rolled back.
  if (noted.has(published) || strapi.db.inTransaction()) return;
  await noteRelease(strapi, SYSTEM);
  noted.add(published);
}

/** What came past Strapi, as a transfer does, may have taken the last asking again with it, and is not in the trail. */
async function settleUnseen(strapi: Core.Strapi): Promise<void> {
  await restoreAskedAgain(strapi).catch((error: unknown) =>
    strapi.log.warn(`consent: it could not be seen whether everyone was asked again: ${failure(error)}`),
  );
  await enterUnseen(strapi);
}

/** One after the other in this process: those of several writes would only be in each other's way. */
const queues = new WeakMap<Core.Strapi, Promise<unknown>>();

function noteRelease(strapi: Core.Strapi, actor: Actor): Promise<void> {
  const note = () => addUnlessPublished(strapi, actor);
  const turn = (queues.get(strapi) ?? Promise.resolve()).then(note, note);
  queues.set(strapi, turn);
  return turn;
}

/** Adds a release where what is published is not what the last one says. */
async function addUnlessPublished(strapi: Core.Strapi, actor: Actor): Promise<void> {
  const { releases } = getEvidenceStore(strapi);
  for (let attempt = 1; ; attempt += 1) {
    // In this order: what is read after the last release is at least as new as that.
    const last = await releases.latest();
    const published = await getVersionsService(strapi).refreshed();
    const content = asContent(await configurationFrom(strapi, published.source));
    if (last && isSame(last, published, contentHash(content))) {
      noted.add(published);
      return;
    }
    const at = new Date();
    const { note = null, restores = null } = currentReleaseAct() ?? {};
    const { versions } = published;
    const effect = await effectOf(strapi, last, published, at);
    const release = { content, versions, at, actor, approver: null, note, restores, ...effect };
    if (await releases.add(release, { after: last?.number ?? 0, entries: [] })) {
      noted.add(published);
      if (last && actor === SYSTEM) void settleUnseen(strapi);
      return;
    }
    // Another instance was first, and what it noted may be all of this.
    if (attempt === 5) throw new Error('other instances note one release after the other');
  }
}

const isSame = ({ hash, versions }: Release, published: Published, own: string): boolean =>
  hash === own && versions.policyVersion === published.versions.policyVersion;
