/** Empty: what Astro itself takes to run one. */
import type { MiddlewareHandler } from 'astro';

export const onRequest: MiddlewareHandler = (_context, next) => next();
