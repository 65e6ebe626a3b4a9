import { createHash, timingSafeEqual } from 'node:crypto';
import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { answerError } from '../../http/answer-error';
import { getPluginOptions } from '../../options';
import { getEvidenceStore } from '../index';
import { CHECKPOINT_PATH, KEYS_PATH, tileOfPath } from '../seal';

const DAILY = /^checkpoints\/\d{4}-\d\d-\d\d(\.tsr)?$/;

const YEAR = 31_536_000;

/** `GET log/<path>`, and `log-2/<path>` of the next one: the files of a sealed log, as https://c2sp.org/tlog-tiles has them served. */
export function logController({ strapi }: { strapi: Core.Strapi }) {
  const { seal } = getPluginOptions(strapi);
  return {
    async file(ctx: Context): Promise<void> {
      const path = String(ctx.params.path);
      const kind = kindOf(path);
      const open = seal.enabled && (seal.public || seal.token !== undefined);
      if (!open || !kind) return missing(ctx);
      if (seal.token && !bears(ctx, seal.token)) {
        ctx.set('WWW-Authenticate', 'Bearer');
        ctx.set('Cache-Control', 'no-store');
        answerError(ctx, 401, 'UnauthorizedError', 'Send the token of seal.token as a bearer token.');
        return;
      }
      const bytes = await getEvidenceStore(strapi)
        .leaves.files(Number(ctx.params.number ?? 1))
        .read(path);
      if (!bytes) return missing(ctx);
      const cache = seal.token ? 'private' : 'public';
      ctx.set('Cache-Control', kind.changes ? 'no-cache' : `${cache}, max-age=${YEAR}, immutable`);
      ctx.status = 200;
      ctx.type = kind.type;
      ctx.body = Buffer.from(bytes);
    },
  };
}

/** What may be asked for, and how it is sent; null for any other path. */
function kindOf(path: string): { type: string; changes: boolean } | null {
  const text = 'text/plain; charset=utf-8';
  if (path === CHECKPOINT_PATH || path === KEYS_PATH) return { type: text, changes: true };
  if (tileOfPath(path)) return { type: 'application/octet-stream', changes: false };
  if (!DAILY.test(path)) return null;
  return { type: path.endsWith('.tsr') ? 'application/timestamp-reply' : text, changes: false };
}

function missing(ctx: Context): void {
  // What is not there yet may come.
  ctx.set('Cache-Control', 'no-store');
  answerError(ctx, 404, 'NotFoundError', 'The sealed log has no such file.');
}

/** Compared as hashes: in the same time whatever is sent, and however long. */
function bears(ctx: Context, token: string): boolean {
  const [scheme = '', sent = ''] = ctx.get('Authorization').split(' ');
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return scheme.toLowerCase() === 'bearer' && timingSafeEqual(hash(sent), hash(token));
}
