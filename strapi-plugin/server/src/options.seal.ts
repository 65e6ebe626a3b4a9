import { z } from 'zod';
import { webAddressOf } from './content/field-checks';
import { LOG_ORIGIN, LOG_ORIGIN_FORM } from './evidence/seal';

/** RFC 6750, section 2.1. */
const LOG_TOKEN = /^[\w.~+/-]{32,}=*$/;

/** The option `seal`. */
export const sealOptions = z
  .strictObject({
    enabled: z.boolean().optional(),
    origin: z.string().regex(LOG_ORIGIN, LOG_ORIGIN_FORM).optional(),
    public: z.boolean().optional(),
    token: z
      .string()
      .regex(LOG_TOKEN, 'at least 32 letters and digits, as a bearer token has them')
      .optional(),
    folder: z.string().min(1).optional(),
    tsa: webAddressOf('a URL that begins with https:// or http://').optional(),
  })
  .refine(({ public: open, token }) => !(open && token), {
    path: ['token'],
    message: 'no token, or seal.public false: what everybody may read needs none',
  });
