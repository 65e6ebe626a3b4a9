import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { z } from 'zod';
import { readLocales, type SiteLocales } from '../content/locales';
import { withoutCredentials } from '../http/address-credentials';
import { adminBody } from '../http/admin';
import { getPluginOptions } from '../options';
import type { PublishMode } from '../options.releases';
import { endLinks, LONGEST_SECONDS, makeLink, SHORTEST_SECONDS, USUAL_SECONDS } from './links';

/** What one may choose from for a link. */
export interface PreviewChoices {
  /** Addresses of the site that this CMS knows; the first is the likeliest. */
  sites: string[];
  locales: SiteLocales;
  publish: PublishMode;
  /** Seconds that a link holds. */
  lifetime: { shortest: number; usual: number; longest: number };
}

/** A link, and when it ends. */
export interface MadeLink {
  link: string;
  until: string;
}

const linkSchema = z.strictObject({
  url: z.url({ protocol: /^https?$/, error: 'must be a whole address that begins with https:// or http://' }),
  place: z
    .string()
    .regex(/^[A-Z]{2}(-[A-Z\d]{1,3})?$/, 'must be a country such as DE, or a region of one such as US-CA')
    .nullable()
    .default(null),
  locale: z.string().max(35).nullable().default(null),
  gpc: z.boolean().default(false),
  seconds: z.int().min(SHORTEST_SECONDS).max(LONGEST_SECONDS).default(USUAL_SECONDS),
});

/** Links that show what waits on the site. The routes check the permissions. */
export const previewLinksController = ({ strapi }: { strapi: Core.Strapi }) => ({
  async choices(ctx: Context): Promise<void> {
    const { scan, allowedOrigins, releases } = getPluginOptions(strapi);
    ctx.body = {
      sites: [...new Set([...(scan.url ? [withoutCredentials(scan.url).address] : []), ...allowedOrigins])],
      locales: await readLocales(strapi),
      publish: releases.publish,
      lifetime: { shortest: SHORTEST_SECONDS, usual: USUAL_SECONDS, longest: LONGEST_SECONDS },
    } satisfies PreviewChoices;
  },

  async make(ctx: Context): Promise<void> {
    const order = adminBody(linkSchema, ctx);
    ctx.set('Cache-Control', 'no-store');
    ctx.body = (await makeLink(strapi, order)) satisfies MadeLink;
  },

  async end(ctx: Context): Promise<void> {
    ctx.body = { endedAt: await endLinks(strapi) };
  },
});
