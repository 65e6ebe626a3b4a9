import type { Readable } from 'node:stream';
import type { Context } from 'koa';

/**
 * Answers with a stream. Where it fails half way the connection breaks off: Koa would say so in its log alone, and leave whoever
 * downloads it waiting for the rest. Before anything is sent, it is an error like any other.
 */
export function answerStream(ctx: Context, stream: Readable): void {
  // Ahead of Koa's own listener, by which an error of before is sent.
  stream.once('error', () => {
    if (ctx.headerSent) ctx.res.destroy();
  });
  ctx.body = stream;
}
