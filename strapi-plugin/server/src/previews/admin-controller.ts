import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { z } from 'zod';
import { readLocales, type SiteLocales } from '../content/locales';
import { withoutCredentials } from '../http/address-credentials';
import { adminBody } from '../http/admin';
import { errors } from '../http/errors';
import { getPluginOptions } from '../options';
import type { PublishMode } from '../options.releases';
import { type Shown, shownSchema } from './link-token';
import {
  endLink,
  endLinks,
  type HeldLink,
  heldLinks,
  LONGEST_SECONDS,
  makeLink,
  SHORTEST_SECONDS,
  USUAL_SECONDS,
} from './links';
import { shownContent } from './shown-content';

/** What one may choose from for a link. */
export interface PreviewChoices {
  /** Addresses of the site that this CMS knows; the first is the likeliest. */
  sites: string[];
  locales: SiteLocales;
  publish: PublishMode;
  /** Seconds that a link holds. */
  lifetime: { shortest: number; usual: number; longest: number };
}

/** The links that hold. */
export interface HeldLinks {
  links: HeldLink[];
}

/** A link, and when it ends. */
export interface MadeLink {
  id: string;
  link: string;
  until: string;
}

const linkSchema = z.strictObject({
  shows: shownSchema.default('draft'),
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

/** Links that show on the site what waits, or a release. The routes check the permissions. */
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
    await refuseUnknown(strapi, order.shows);
    ctx.set('Cache-Control', 'no-store');
    ctx.body = (await makeLink(strapi, order)) satisfies MadeLink;
  },

  async list(ctx: Context): Promise<void> {
    ctx.set('Cache-Control', 'no-store');
    ctx.body = { links: await heldLinks(strapi) } satisfies HeldLinks;
  },

  async end(ctx: Context): Promise<void> {
    const { id } = ctx.params as { id: string };
    if (!(await endLink(strapi, id))) throw new errors.NotFoundError('This link does not hold any more.');
    ctx.body = { links: await heldLinks(strapi) } satisfies HeldLinks;
  },

  async endAll(ctx: Context): Promise<void> {
    await endLinks(strapi);
    ctx.body = { links: await heldLinks(strapi) } satisfies HeldLinks;
  },
});

async function refuseUnknown(strapi: Core.Strapi, shows: Shown): Promise<void> {
  if (await shownContent(strapi, shows)) return;
  throw new errors.NotFoundError('There is no such release, or none is planned.');
}
