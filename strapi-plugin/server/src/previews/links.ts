import type { PreviewTerms } from '@permesso/consent-core';
import { PREVIEW } from '@permesso/consent-core';
import type { Core } from '@strapi/strapi';
import { auditBefore } from '../audit/trail';
import { appKeys } from '../http/app-keys';
import { errors } from '../http/errors';
import { PLUGIN, PREVIEW_UID } from '../uids';
import { newLink, type PreviewLink, readToken, writeToken } from './link-token';

/** For so long a link may show what waits, in seconds: long enough for a review by a lawyer, too short to be forgotten. */
export const SHORTEST_SECONDS = 300;
export const LONGEST_SECONDS = 7 * 86_400;
export const USUAL_SECONDS = 3600;

export interface LinkOrder extends Omit<PreviewTerms, 'until'> {
  /** The page that it leads to. */
  url: string;
  seconds: number;
}

/**
 * Makes a link that shows what waits to whoever has it; the trail says who made it.
 *
 * @throws {errors.ApplicationError} where the app has no keys to sign it with.
 */
export async function makeLink(
  strapi: Core.Strapi,
  { url, seconds, ...terms }: LinkOrder,
): Promise<{ link: string; until: string }> {
  const secret = appKeys(strapi);
  if (secret === null) {
    throw new errors.ApplicationError(
      'A link is signed with the keys of the app: set app.keys in config/server.ts.',
    );
  }
  const made = newLink(terms, new Date(), seconds);
  const until = made.until.toISOString();
  const said = { until, place: made.place, locale: made.locale, gpc: made.gpc };
  await auditBefore(strapi, {
    action: 'create',
    subject: { uid: PREVIEW_UID, id: made.id, title: withoutQuery(url), locale: null },
    changes: Object.entries(said).map(([path, after]) => ({ path, before: null, after })),
  });
  const address = new URL(url);
  address.searchParams.set(PREVIEW, writeToken(made, secret));
  return { link: address.href, until };
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
  const ended = await endedAt(strapi);
  return ended !== null && link.from <= ended ? { refused: 'This link was ended.' } : link;
}

const store = (strapi: Core.Strapi) => strapi.store({ type: 'plugin', name: PLUGIN, key: 'previews' });

async function endedAt(strapi: Core.Strapi): Promise<Date | null> {
  const noted = (await store(strapi).get({})) as { endedAt: string } | null;
  return noted && new Date(noted.endedAt);
}

/** Ends every link that was made until now, and answers when that was. */
export async function endLinks(strapi: Core.Strapi): Promise<string> {
  const subject = { uid: PREVIEW_UID, id: null, title: null, locale: null };
  await auditBefore(strapi, { action: 'withdraw', subject });
  const endedAt = new Date().toISOString();
  await store(strapi).set({ value: { endedAt } });
  return endedAt;
}
