import type { Core } from '@strapi/strapi';
import { errors } from '../http/errors';
import { getPluginOptions } from '../options';
import { UIDS } from '../uids';
import { openFrom } from './findings';
import { isSettling } from './settling';

/** What of each type puts something on the site. Legal pages have drafts, so saving one publishes nothing. */
const PUBLISHING: Readonly<Record<string, readonly string[]>> = {
  [UIDS.setting]: ['create', 'update'],
  [UIDS.category]: ['create', 'update', 'clone', 'delete'],
  [UIDS.tracker]: ['create', 'update', 'clone'],
  [UIDS.legalPage]: ['publish'],
};

/** How many findings the refusal names. */
const NAMED = 3;

/**
 * Refuses what publishes while a finding is open that is as severe as `scan.gate` says. What makes the site do less is never
 * refused, nor what settles a finding, nor what no person asked for.
 */
export function gatePublishing(strapi: Core.Strapi): void {
  strapi.documents.use(async ({ uid, action, params }, next) => {
    const { gate } = getPluginOptions(strapi).scan;
    if (gate && PUBLISHING[uid]?.includes(action) && isAsked(strapi) && !doesLess(uid, params)) {
      await refuseWhileOpen(strapi, gate);
    }
    return next();
  });
}

const isAsked = (strapi: Core.Strapi): boolean => !isSettling() && strapi.requestContext.get() !== undefined;

/** A tracker that is switched off runs nowhere, and consent that is switched off runs nothing optional. */
function doesLess(uid: string, params: object): boolean {
  const data: { enabled?: unknown } = Reflect.get(params, 'data') ?? {};
  return (uid === UIDS.tracker || uid === UIDS.setting) && data.enabled === false;
}

async function refuseWhileOpen(strapi: Core.Strapi, gate: Parameters<typeof openFrom>[1]): Promise<void> {
  const open = await openFrom(strapi, gate);
  if (open.length === 0) return;
  const named = open.slice(0, NAMED).map(({ rule, message }) => `${rule} ${message}`);
  const more = open.length - named.length;
  throw new errors.ApplicationError(
    `Nothing is published while the scanner has open findings: ${named.join('; ')}` +
      `${more > 0 ? `; and ${more} more` : ''}. Settle them on the page Scanner, then save again.`,
    { findings: open.map(({ documentId }) => documentId) },
  );
}
