import type { ConsentVersions, ReconsentTrigger } from '@permesso/consent-core';
import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { z } from 'zod';
import { adminBody, administrator } from '../http/admin';
import { answerError } from '../http/answer-error';
import { changesFollowed } from '../versions/changes';
import { type ServedVersion, servedSince, servedVersions } from '../versions/history';
import { askEveryoneAgain, type ReconsentEntry, reconsentLog } from '../versions/reconsent';
import { readPublished } from '../versions/service';
import { saveSettings } from './saving';
import { settingsChange } from './schema';
import { settingsView } from './view';

/** What the versions tab shows. */
export interface VersionsView {
  current: ConsentVersions;
  /** ISO 8601; null before a visitor was served. */
  since: Record<keyof ConsentVersions, string | null>;
  /** Which changes make a decision stale. */
  on: ReconsentTrigger[];
  served: ServedVersion[];
  asked: ReconsentEntry[];
}

const reconsentSchema = z.strictObject({ reason: z.string().trim().max(1000).optional() });

/** What the admin's settings page asks for. The routes check the permissions. */
export function settingsAdminController({ strapi }: { strapi: Core.Strapi }) {
  return {
    async find(ctx: Context): Promise<void> {
      ctx.body = await settingsView(strapi);
    },

    async update(ctx: Context): Promise<void> {
      const saved = await saveSettings(strapi, adminBody(settingsChange, ctx));
      // What a look at the retention finds that is not noted yet, it withholds.
      await changesFollowed(strapi);
      const settings = await settingsView(strapi);
      if (saved) ctx.body = settings;
      else
        answerError(ctx, 409, 'ConflictError', 'Somebody else has changed the same settings.', { settings });
    },

    async versions(ctx: Context): Promise<void> {
      ctx.body = await versionsView(strapi);
    },

    async askAgain(ctx: Context): Promise<void> {
      const { reason } = adminBody(reconsentSchema, ctx);
      await askEveryoneAgain(strapi, { askedBy: administrator(ctx).documentId, reason });
      ctx.body = await versionsView(strapi);
    },
  };
}

async function versionsView(strapi: Core.Strapi): Promise<VersionsView> {
  const { content, versions: current, forLocale } = await readPublished(strapi);
  const served = await servedVersions(strapi);
  return {
    current,
    since: servedSince(current, served),
    on: forLocale(content.locales.default).reconsent.on,
    served,
    asked: await reconsentLog(strapi),
  };
}
