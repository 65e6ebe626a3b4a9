import { z } from 'zod';

/** When what editors save is published: with each save, or by an act of its own. */
export const PUBLISH_MODES = ['on-save', 'manual'] as const;

export type PublishMode = (typeof PUBLISH_MODES)[number];

/** The option `releases`. */
export const releaseOptions = z
  .strictObject({
    publish: z.enum(PUBLISH_MODES).optional(),
    approval: z.boolean().optional(),
  })
  .refine(({ publish, approval }) => publish === 'manual' || !approval, {
    path: ['publish'],
    message: '"manual": what is published with each save waits for nobody',
  });
