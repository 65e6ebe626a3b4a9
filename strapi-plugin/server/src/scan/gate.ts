import type { Core } from '@strapi/strapi';
import { isOfSite } from '../../../scan/visit/site-address';
import { errors } from '../http/errors';
import { getPluginOptions } from '../options';
import { isManual } from '../releases/served-release';
import { UIDS } from '../uids';
import { openFrom } from './findings';
import { isSettling } from './settling';

/** What of each type puts something on the site. Legal pages have drafts: saving one publishes nothing where it does not say so. */
const PUBLISHING: Readonly<Record<string, readonly string[]>> = {
  [UIDS.setting]: ['create', 'update', 'clone', 'delete'],
  [UIDS.category]: ['create', 'update', 'clone', 'delete'],
  [UIDS.tracker]: ['create', 'update', 'clone'],
  [UIDS.processor]: ['create', 'update', 'clone'],
  [UIDS.legalPage]: ['publish'],
};

/** How many findings the refusal names. */
const NAMED = 3;

/**
 * Refuses what publishes while a finding is open that is as severe as `scan.gate` says, whoever asks: an editor, an import,
 * a release at its time. Where saves wait to be published, what publishes them asks, and not they. What makes the site do less is never refused, nor what settles a finding. Where `scan.url` names
 * the site, findings of others (a preview, say) count for nothing.
 */
export function gatePublishing(strapi: Core.Strapi): void {
  strapi.documents.use(async ({ uid, action, params }, next) => {
    const publishes = PUBLISHING[uid]?.includes(action) || savesPublished(uid, action, params);
    if (publishes && !isManual(strapi) && !isSettling() && !doesLess(uid, params))
      await refuseWithOpenFindings(strapi);
    return next();
  });
}

/** Whether a legal page is published together with what is saved of it. */
const savesPublished = (uid: string, action: string, params: object): boolean =>
  uid === UIDS.legalPage &&
  ['create', 'update', 'clone'].includes(action) &&
  Reflect.get(params, 'status') === 'published';

/** A tracker that is switched off runs nowhere, and consent that is switched off runs nothing optional. */
function doesLess(uid: string, params: object): boolean {
  const data: { enabled?: unknown } = Reflect.get(params, 'data') ?? {};
  return (uid === UIDS.tracker || uid === UIDS.setting) && data.enabled === false;
}

/** @throws {errors.ApplicationError} while a finding is open that is as severe as `scan.gate` says. */
export async function refuseWithOpenFindings(strapi: Core.Strapi): Promise<void> {
  const { url, gate } = getPluginOptions(strapi).scan;
  if (!gate) return;
  const found = await openFrom(strapi, gate);
  const open = url ? found.filter(({ site }) => isOfSite(site, url)) : found;
  if (open.length === 0) return;
  const named = open.slice(0, NAMED).map(({ rule, message }) => `${rule} ${message}`);
  const more = open.length - named.length;
  throw new errors.ApplicationError(
    `Nothing is published while the scanner has open findings: ${named.join('; ')}` +
      `${more > 0 ? `; and ${more} more` : ''}. Say on the page Scanner what is done about each ("It is fixed", where this ` +
      'change mends it: the next scan checks that), then save again.',
    { findings: open.slice(0, 100).map(({ documentId }) => documentId) },
  );
}
