import {
  CONSENT_MODELS,
  DEVICE_CLASSES,
  IMPRESSION_SUMS,
  IMPRESSIONS_AT_ONCE,
  type ImpressionBatch,
} from '@permesso/consent-core';
import { recordSubmissionSchema } from '@permesso/consent-core/schema';
import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { getEvidenceStore } from '../evidence';
import { dayOf } from '../evidence/day';
import { answerError } from '../http/answer-error';
import { invalidInput, parseInput, parseJson } from '../http/invalid-input';
import { bodyText, leaveBodyToRoute } from '../http/raw-body';
import { siteStatementOf } from '../http/site-statement';
import { getPluginOptions } from '../options';
import { effectiveSettings } from '../settings/service';

const DAY = 86_400_000;

const sumSchema = z.strictObject({
  policyVersion: z.string().regex(/^[\da-f]{8}$/, 'give eight hex digits'),
  locale: recordSubmissionSchema.shape.locale.unwrap(),
  model: z.enum(CONSENT_MODELS),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, 'use an ISO 3166-1 code, such as DE')
    .nullable(),
  device: z.enum(DEVICE_CLASSES),
  n: z.int().min(1),
});

export const impressionsSchema: z.ZodType<ImpressionBatch> = z
  .strictObject({ id: z.uuid(), day: z.iso.date(), shown: z.array(sumSchema).min(1).max(IMPRESSION_SUMS) })
  .refine(
    ({ shown }) => shown.reduce((all, { n }) => all + n, 0) <= IMPRESSIONS_AT_ONCE,
    `at most ${IMPRESSIONS_AT_ONCE} first visits are taken at once`,
  );

/** For so long it is not asked again whether a version was ever served, in milliseconds. */
const REMEMBERED = 60_000;

/** `POST impressions`: what a site has shown. Sums alone, by the word of the site where it signs. */
export function impressionsController({ strapi }: { strapi: Core.Strapi }) {
  const served = new LRUCache<string, boolean>({ max: 1000, ttl: REMEMBERED });
  /** Whoever makes up versions adds no rows by it. */
  async function wasServed(policyVersion: string): Promise<boolean> {
    const known = served.get(policyVersion);
    if (known !== undefined) return known;
    const found = (await getEvidenceStore(strapi).snapshots.ofPolicy(policyVersion)).length > 0;
    served.set(policyVersion, found);
    return found;
  }
  return {
    async add(ctx: Context): Promise<void> {
      const now = new Date();
      const text = bodyText(ctx);
      const said = siteStatementOf(strapi, ctx, { purpose: 'impressions', body: text, now });
      const isUnsigned = !('refused' in said) && !said.statement;
      if ('refused' in said || (isUnsigned && getPluginOptions(strapi).site.secrets.length > 0)) {
        const missing = 'Only a site that signs may say what it has shown: set CONSENT_SITE_SECRET there.';
        answerError(ctx, 403, 'ForbiddenError', 'refused' in said ? said.refused : missing);
        return;
      }
      const batch = batchOf(text, now);
      const { enabled, recording } = await effectiveSettings(strapi);
      const isKnown = await Promise.all(batch.shown.map(({ policyVersion }) => wasServed(policyVersion)));
      const shown = batch.shown.filter((_, index) => isKnown[index]);
      if (enabled && recording.mode !== 'none' && shown.length > 0) {
        await getEvidenceStore(strapi).counts.addShown({ ...batch, shown }, now);
      }
      ctx.status = 204;
    },
  };
}

/** @throws {errors.ValidationError} that says what is wrong. */
function batchOf(text: string, now: Date): ImpressionBatch {
  const batch = parseInput(impressionsSchema, parseJson(text));
  // Of older days the sums are made already.
  const near = [-DAY, 0, DAY].map((apart) => dayOf(new Date(now.getTime() + apart)));
  if (near.includes(batch.day)) return batch;
  throw invalidInput([{ path: ['day'], message: 'is more than a day away from now in UTC' }]);
}

/** In the plugin's register(). */
export function registerImpressions(strapi: Core.Strapi): void {
  leaveBodyToRoute(strapi, '/impressions');
}
