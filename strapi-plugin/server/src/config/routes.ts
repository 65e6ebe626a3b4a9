import { consentConfigSchema } from '@permesso/consent-core/schema';
import { z } from 'zod';
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
      },
    },
    response: consentConfigSchema,
  },
];
