import { consentConfigSchema } from '@permesso/consent-core/schema';
import { z } from 'zod';
import { FOREIGN_ORIGIN, NOT_MODIFIED, REVALIDATED } from '../http/answers';
import type { PublicRoute } from '../http/route';

export const configRoutes: PublicRoute[] = [
  {
    method: 'GET',
    path: '/config',
    handler: 'config.find',
    request: {
      query: {
        locale: z.string().optional(),
        consent_jurisdiction: z.string().optional(),
        with: z.string().optional(),
      },
    },
    answers: {
      200: { when: 'The configuration of this visitor.', body: consentConfigSchema, headers: REVALIDATED },
      ...NOT_MODIFIED,
      ...FOREIGN_ORIGIN,
    },
  },
];
