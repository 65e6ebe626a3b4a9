import type { Core } from '@strapi/strapi';
import { z } from 'zod';
import { FOREIGN_ORIGIN, failure, NOT_MODIFIED, REVALIDATED } from '../http/answers';
import type { PublicRoute } from '../http/route';
import { getPluginOptions } from '../options';
import { providerSchema, vendorListSchema } from './vendor-list';

const servedListSchema = z.object({ list: vendorListSchema, language: z.string() });

const query = {
  locale: z.string().optional(),
  vendors: z.string().optional().describe('Numbers of vendors with commas between them; all without it.'),
};

const answers = {
  200: {
    when: 'The list with the vendors that were asked for, and the language of its texts.',
    body: servedListSchema,
    headers: REVALIDATED,
  },
  ...NOT_MODIFIED,
  ...FOREIGN_ORIGIN,
  ...failure(404, 'NotFoundError', 'No list of this version has been fetched.'),
};

/** None while the option `tcf` is left out. */
export function tcfRoutes(strapi: Core.Strapi): PublicRoute[] {
  if (!getPluginOptions(strapi).tcf) return [];
  return [
    { method: 'GET', path: '/tcf/vendor-list', handler: 'tcf.vendorList', request: { query }, answers },
    {
      method: 'GET',
      path: '/tcf/vendor-list/:version(\\d{1,4})',
      handler: 'tcf.vendorList',
      request: { params: { version: z.string() }, query },
      answers,
    },
    {
      method: 'GET',
      path: '/tcf/providers',
      handler: 'tcf.providers',
      request: { query: { ids: z.string().optional() } },
      answers: {
        200: {
          when: "Google's providers that were asked for.",
          body: z.object({ providers: z.array(providerSchema) }),
          headers: REVALIDATED,
        },
        ...NOT_MODIFIED,
        ...FOREIGN_ORIGIN,
        ...failure(404, 'NotFoundError', 'None have been fetched.'),
      },
    },
  ];
}
