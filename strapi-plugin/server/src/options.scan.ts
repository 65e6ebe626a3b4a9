import { z } from 'zod';
import type { Severity } from '../../scan/rules/rule';
import { webAddressOf } from './content/field-checks';
import { wholeNumber } from './options.numbers';
import { cron, timeZone } from './options.schedule';

/** What findings can keep from publishing; a hint is nobody's fault. */
const GATES = ['serious', 'moderate', 'minor'] as const satisfies readonly Severity[];

/** The option `scan`. */
export const scanOptions = z
  .strictObject({
    url: webAddressOf('the address of the site, beginning with https:// or http://').optional(),
    schedule: z.union([cron, z.literal(false)]).optional(),
    tz: timeZone.optional(),
    maxPages: wholeNumber(1, 500).optional(),
    browser: z.string().min(1).optional(),
    minutes: wholeNumber(1, 240).optional(),
    memoryMb: wholeNumber(512, 65_536).optional(),
    gate: z.union([z.enum(GATES), z.literal(false)]).optional(),
  })
  .refine(({ url, schedule }) => url !== undefined || !schedule, {
    path: ['url'],
    message: 'the address of the site that is to be scanned',
  });
