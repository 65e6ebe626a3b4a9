import { createHmac, timingSafeEqual } from 'node:crypto';
import {
  readSiteStatement,
  SITE_SIGNATURE_HEADER,
  SITE_STATEMENT_HEADER,
  type SignedPurpose,
  type SiteStatement,
  STATEMENT_SECONDS,
  signedText,
} from '@permesso/consent-core';
import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { getPluginOptions } from '../options';

/** What a request says by the word of the site: null where nobody vouches for it; or why it is refused. */
export type SaidBySite = { statement: SiteStatement | null } | { refused: string };

interface Signed {
  purpose: SignedPurpose;
  /** Letter for letter. */
  body: string;
  now: Date;
}

const unread = new WeakSet<Core.Strapi>();

/**
 * What the site's server has signed. A request without a signature is for anybody to send. Where this CMS has no secret it
 * can tell nothing of signatures, and takes a signed request as any other.
 */
export function siteStatementOf(strapi: Core.Strapi, ctx: Context, signed: Signed): SaidBySite {
  const text = ctx.get(SITE_STATEMENT_HEADER);
  const signature = ctx.get(SITE_SIGNATURE_HEADER);
  if (!text && !signature) return { statement: null };
  const { secrets } = getPluginOptions(strapi).site;
  if (secrets.length === 0) {
    warnOnce(strapi);
    return { statement: null };
  }
  const expected = signedText(signed.purpose, text, signed.body);
  if (!secrets.some((secret) => isSignatureOf(signature, expected, secret))) {
    return {
      refused: 'The signature of the site does not fit: CMS and site need the same CONSENT_SITE_SECRET.',
    };
  }
  const statement = readSiteStatement(text);
  if (!statement) {
    return {
      refused: 'What the site has signed cannot be read: update the CMS and the site to one release.',
    };
  }
  const apart = Math.abs(signed.now.getTime() / 1000 - statement.at);
  if (apart <= STATEMENT_SECONDS) return { statement };
  return {
    refused: `The site signed this ${Math.round(apart)} s away from now, where at most ${STATEMENT_SECONDS} s are taken: set the clocks of CMS and site.`,
  };
}

/** Takes as long for a signature that is almost right as for any other. */
function isSignatureOf(signature: string, text: string, secret: string): boolean {
  const given = Buffer.from(signature);
  const right = Buffer.from(createHmac('sha256', secret).update(text).digest('hex'));
  return given.length === right.length && timingSafeEqual(given, right);
}

function warnOnce(strapi: Core.Strapi): void {
  if (unread.has(strapi)) return;
  unread.add(strapi);
  strapi.log.warn(
    'consent: a site signs its records, and nobody here can check that: set site.secret (CONSENT_SITE_SECRET) to the secret of the site',
  );
}
