import { recordSubmissionSchema } from '@permesso/consent-core/schema';
import type { Core } from '@strapi/strapi';
import type { Middleware } from 'koa';
import { z } from 'zod';
import type { PublicRoute } from '../http/route';
import { service } from '../service';
import { requireRecordBody } from './raw-body';

const ownRecordSchema = z.object({
  id: z.string(),
  consentId: z.string(),
  replaces: z.string().nullable(),
  decisions: z.record(z.string(), z.boolean()),
  grantedCategories: z.array(z.string()),
  source: z.string(),
  model: z.string(),
  country: z.string().nullable(),
  region: z.string().nullable(),
  gpc: z.boolean(),
  locale: z.string().nullable(),
  versions: z.object({
    policyVersion: z.string(),
    categoriesVersion: z.string(),
    trackersVersion: z.string(),
    documentsVersion: z.string(),
  }),
  snapshot: z.string().nullable(),
  decidedAt: z.string(),
  expiresAt: z.string(),
  userAgentFamily: z.string().nullable(),
  createdAt: z.string(),
});

/** The public routes. The order of the middlewares is the order of the checks (K). */
export function recordRoutes(strapi: Core.Strapi): PublicRoute[] {
  const limit: Middleware = (ctx, next) => service(strapi, 'records').limit.middleware(ctx, next);
  return [
    {
      method: 'POST',
      path: '/records',
      handler: 'records.create',
      request: { body: { 'application/json': recordSubmissionSchema } },
      response: z.object({ id: z.string() }),
      config: { middlewares: [requireRecordBody, limit] },
    },
    {
      method: 'GET',
      path: '/records/me',
      handler: 'records.me',
      response: z.object({ docs: z.array(ownRecordSchema) }),
    },
  ];
}
