import { PREVIEW } from '@permesso/consent-core';
import type { Core } from '@strapi/strapi';
import { currentActor } from '../audit/actor';
import { auditBefore } from '../audit/trail';
import { appKeys } from '../http/app-keys';
import { errors } from '../http/errors';
import { PLUGIN, PREVIEW_UID } from '../uids';
import { type LinkTerms, newLink, type PreviewLink, readToken, writeToken } from './link-token';

/** For so long a link may show what waits, in seconds: long enough for a review by a lawyer, too short to be forgotten. */
export const SHORTEST_SECONDS = 300;
export const LONGEST_SECONDS = 7 * 86_400;
export const USUAL_SECONDS = 3600;

export interface LinkOrder extends LinkTerms {
  /** The page that it leads to. */
  url: string;
  seconds: number;
}

/** A link that holds, without what opens it. */
export interface HeldLink extends LinkTerms {
  id: string;
  /** The page that it leads to, without what its address says behind the path. */
  page: string;
  /** Who made it. */
  by: string;
  /** ISO 8601. */
  from: string;
  until: string;
}

/** A row of Strapi's own settings for each link that holds: what has none, holds no more. */
const ROWS = 'strapi::core-store';
const PREFIX = `plugin_${PLUGIN}_preview_`;

const rowOf = (strapi: Core.Strapi, id: string) =>
  strapi.store({ type: 'plugin', name: PLUGIN, key: `preview_${id}` });

/**
 * Makes a link that shows something on the site to whoever has it; the trail says who made it.
 *
 * @throws {errors.ApplicationError} where the app has no keys to sign it with.
 */
export async function makeLink(
  strapi: Core.Strapi,
  { url, seconds, ...terms }: LinkOrder,
): Promise<{ id: string; link: string; until: string }> {
  const secret = appKeys(strapi);
  if (secret === null) {
    throw new errors.ApplicationError(
      'A link is signed with the keys of the app: set app.keys in config/server.ts.',
    );
  }
  const made = newLink(terms, new Date(), seconds);
  const until = made.until.toISOString();
  const page = withoutQuery(url);
  const { shows, place, locale, gpc } = terms;
  const said = { until, place, locale, gpc, ...(shows === 'draft' ? {} : shows) };
  await auditBefore(strapi, {
    action: 'create',
    subject: { uid: PREVIEW_UID, id: made.id, title: page, locale: null },
    changes: Object.entries(said).map(([path, after]) => ({ path, before: null, after })),
  });
  await forgetExpired(strapi);
  const by = currentActor(strapi).name;
  const held: HeldLink = { id: made.id, page, by, from: made.from.toISOString(), until, ...terms };
  await rowOf(strapi, made.id).set({ value: held });
  const address = new URL(url);
  address.searchParams.set(PREVIEW, writeToken(made, secret));
  return { id: made.id, link: address.href, until };
}

/** What an address carries behind its path may be somebody's secret. */
const withoutQuery = (url: string): string => new URL(url).origin + new URL(url).pathname;

/** What a token says; or why nothing is shown by it. */
export async function openLink(
  strapi: Core.Strapi,
  token: string,
): Promise<PreviewLink | { refused: string }> {
  const secret = appKeys(strapi);
  const link = secret === null ? null : readToken(token, secret);
  if (!link) return { refused: 'This is no link of this CMS.' };
  if (link.until.getTime() <= Date.now()) return { refused: 'This link has expired.' };
  return (await rowOf(strapi, link.id).get({})) ? link : { refused: 'This link was ended.' };
}

/** The links that hold, the last one first. */
export async function heldLinks(strapi: Core.Strapi): Promise<HeldLink[]> {
  const now = new Date().toISOString();
  return (await storedLinks(strapi))
    .filter(({ until }) => until > now)
    .sort((a, b) => (a.from < b.from ? 1 : -1));
}

async function storedLinks(strapi: Core.Strapi): Promise<HeldLink[]> {
  const rows: { value: string }[] = await strapi.db
    .query(ROWS)
    .findMany({ where: { key: { $startsWith: PREFIX } } });
  return rows.map(({ value }) => JSON.parse(value) as HeldLink);
}

async function forgetExpired(strapi: Core.Strapi): Promise<void> {
  const now = new Date().toISOString();
  for (const { id, until } of await storedLinks(strapi)) {
    if (until <= now) await rowOf(strapi, id).delete({});
  }
}

/**
 * Ends a link before its time.
 *
 * @returns false where it does not hold any more.
 */
export async function endLink(strapi: Core.Strapi, id: string): Promise<boolean> {
  const held = (await heldLinks(strapi)).find((one) => one.id === id);
  if (!held) return false;
  const subject = { uid: PREVIEW_UID, id, title: held.page, locale: null };
  await auditBefore(strapi, { action: 'withdraw', subject });
  await rowOf(strapi, id).delete({});
  return true;
}

/** Ends every link that was made until now. */
export async function endLinks(strapi: Core.Strapi): Promise<void> {
  const subject = { uid: PREVIEW_UID, id: null, title: null, locale: null };
  await auditBefore(strapi, { action: 'withdraw', subject });
  await strapi.db.query(ROWS).deleteMany({ where: { key: { $startsWith: PREFIX } } });
}
