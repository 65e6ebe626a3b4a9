import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { z } from 'zod';
import { auditAfter, auditBefore, entryOf } from '../audit/trail';
import { plainText } from '../content/plain-text';
import { adminBody, administrator } from '../http/admin';
import { asRelease } from '../releases/release-act';
import { CONFIGURATION_UID } from '../uids';
import { changesFollowed } from '../versions/changes';
import { mayExport, mayImport } from './permissions';
import { importConfiguration, previewImport } from './service';
import { readConfiguration } from './stored-configuration';

const previewSchema = z.strictObject({ file: z.unknown() });
const importSchema = z.strictObject({
  file: z.unknown(),
  basis: z.string().length(64),
  /** Why: of the release that comes of it, and in the audit trail, for an import that waits to be published is none. */
  note: plainText.trim().max(2000).optional(),
});

const CONFIGURATION = { uid: CONFIGURATION_UID, id: null, title: null, locale: null };

/** The whole configuration as a file, out of this environment and into another. */
export const transferController = ({ strapi }: { strapi: Core.Strapi }) => ({
  async export(ctx: Context): Promise<void> {
    if (!(await mayExport(strapi, ctx))) return;
    await auditBefore(strapi, { action: 'export', subject: CONFIGURATION });
    ctx.set('Cache-Control', 'no-store');
    ctx.body = await readConfiguration(strapi);
  },

  async preview(ctx: Context): Promise<void> {
    if (!(await mayImport(strapi, ctx))) return;
    ctx.body = await previewImport(strapi, adminBody(previewSchema, ctx).file);
  },

  async import(ctx: Context): Promise<void> {
    if (!(await mayImport(strapi, ctx))) return;
    const { file, basis, note } = adminBody(importSchema, ctx);
    const differences = await asRelease({ note: note || null, restores: null }, () =>
      importConfiguration(strapi, file, basis),
    );
    await changesFollowed(strapi);
    strapi.log.info(
      `consent: ${administrator(ctx).documentId} imported a configuration with ${differences.length} differences`,
    );
    // Behind the entries of the documents, which tell what became of each.
    const changes = [{ path: 'differences', before: null, after: differences.length }];
    const act = { action: 'import', subject: CONFIGURATION, changes, reason: note } as const;
    await auditAfter(strapi, [entryOf(strapi, act)]);
    ctx.body = { differences };
  },
});
