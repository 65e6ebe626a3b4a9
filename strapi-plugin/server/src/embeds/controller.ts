import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { z } from 'zod';
import { addUnknown } from '../catalogue/addition';
import { trackerHost } from '../content/field-checks';
import { plainText } from '../content/plain-text';
import { adminBody, forbid } from '../http/admin';
import { parseParameters } from '../http/parameters';
import { askedLocale } from '../http/query';
import { type EntryEmbeds, entryEmbeds } from './entry-view';
import { type UndeclaredHosts, undeclaredHosts } from './undeclared';

const entrySchema = z.strictObject({
  /** The administrator's language. */
  locale: z.unknown().optional(),
  entryLocale: plainText.max(64).optional(),
  status: z.enum(['draft', 'published']).default('draft'),
  /** When it was saved, as the panel knows it: after a save it asks at another address. */
  saved: z.unknown().optional(),
});

/** A tracker of hosts that the catalogue does not know. */
const declarationSchema = z.strictObject({
  name: plainText.trim().min(1, 'is required').max(255),
  vendor: plainText.trim().max(255).optional(),
  category: plainText.min(1).max(50),
  hosts: z.array(trackerHost).min(1).max(100),
});

/** What content embeds: of one entry for the content manager, of all of them for the overview. */
export const embedsController = ({ strapi }: { strapi: Core.Strapi }) => ({
  async entry(ctx: Context): Promise<void> {
    const { entryLocale, status } = parseParameters(entrySchema, ctx.query);
    const { uid, documentId } = ctx.params as { uid: string; documentId: string };
    const asked = { uid, documentId, locale: entryLocale ?? null, status };
    ctx.body = (await entryEmbeds(strapi, ctx, asked, askedLocale(ctx) ?? 'en')) satisfies EntryEmbeds;
  },

  async undeclared(ctx: Context): Promise<void> {
    ctx.body = (await undeclaredHosts(strapi, ctx, askedLocale(ctx) ?? 'en')) satisfies UndeclaredHosts;
  },

  /** Adds it switched off: what it stores and what for, somebody has to say first. */
  async declare(ctx: Context): Promise<void> {
    const { category, vendor, ...tracker } = adminBody(declarationSchema, ctx);
    const added = await addUnknown(strapi, ctx, {
      ...tracker,
      ...(vendor ? { vendor } : {}),
      categoryKey: category,
      kind: 'iframe',
    });
    if ('refused' in added) return void forbid(ctx, added.refused);
    ctx.status = 201;
    ctx.body = added;
  },
});
