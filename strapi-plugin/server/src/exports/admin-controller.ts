import { createGunzip } from 'node:zlib';
import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import type { z } from 'zod';
import { currentActor } from '../audit/actor';
import { type Act, auditBefore, entryOf } from '../audit/trail';
import { getEvidenceStore } from '../evidence';
import { adminBody } from '../http/admin';
import { answerError } from '../http/answer-error';
import { answerStream } from '../http/answer-stream';
import { errors } from '../http/errors';
import { queryText } from '../http/query';
import { type ExportFile, type ExportJob, ExportsBusyError, exportJobsOf } from './export-jobs';

/** How far an export is. */
export interface ExportProgress {
  id: string;
  state: ExportJob['state'];
  fileName: string;
  /** So many records or entries are in the file. */
  written: number;
  /** Opens the file once, within five minutes, below the address of the server; null before it is done. Each answer has a new one. */
  link: string | null;
}

const GONE =
  'There is no such export here. A file is kept for a day and until Strapi is stopped, on the instance that wrote it, for who asked for it. Where several instances answer, let the requests of a session go to one of them. Start the export again.';

/** Something that is exported: what may be asked for, and the file that it makes. */
export interface ExportSource<Schema extends z.ZodType> {
  /** Where its exports are, below `/consent`. */
  path: `/${string}`;
  /** As the trail names it. */
  uid: string;
  order: Schema;
  /** What the trail says before anything is read. */
  act(asked: Record<string, unknown>): Act;
  file(strapi: Core.Strapi, order: z.output<Schema>): ExportFile;
}

/** Exports that the server writes to a file, which a browser then saves by a plain link without holding it. */
export function exportControllerOf<Schema extends z.ZodType>(source: ExportSource<Schema>) {
  return ({ strapi }: { strapi: Core.Strapi }) => {
    const { uid } = source;
    const jobs = () => exportJobsOf(strapi);
    const progressOf = ({ id, state, fileName, written }: ExportJob): ExportProgress => {
      const token = jobs().tokenOf(id);
      const link = token && `/consent${source.path}/${id}/file?token=${token}`;
      return { id, state, fileName, written, link };
    };
    const found = (ctx: Context): ExportJob => {
      const job = jobs().find(String(ctx.params.id), { uid, actor: currentActor(strapi) });
      if (!job) throw new errors.NotFoundError(GONE);
      return job;
    };
    return {
      async start(ctx: Context): Promise<void> {
        const file = source.file(strapi, adminBody(source.order, ctx));
        await auditBefore(strapi, source.act(Reflect.get(ctx.request, 'body') ?? {}));
        try {
          ctx.body = progressOf(jobs().start({ uid, actor: currentActor(strapi), file }));
          ctx.status = 202;
        } catch (error) {
          if (!(error instanceof ExportsBusyError)) throw error;
          answerError(ctx, 429, 'RateLimitError', error.message);
        }
      },

      async find(ctx: Context): Promise<void> {
        ctx.set('Cache-Control', 'no-store');
        ctx.body = progressOf(found(ctx));
      },

      async remove(ctx: Context): Promise<void> {
        await jobs().remove(found(ctx).id);
        ctx.status = 204;
      },

      /** Who has the link was given it a moment ago; the browser sends nothing else with it. */
      async file(ctx: Context): Promise<void> {
        const job = jobs().redeem(String(ctx.params.id), uid, queryText(ctx, 'token') ?? '');
        if (!job) throw new errors.NotFoundError(GONE);
        const { id, actor, fileName, written } = job;
        const subject = { uid, id: null, title: fileName, locale: null };
        const changes = [{ path: 'fetched', before: null, after: written }];
        const entry = { ...entryOf(strapi, { action: 'export', subject, changes }), actor };
        await getEvidenceStore(strapi).audit.add([entry]);
        ctx.set('Cache-Control', 'no-store, no-transform');
        ctx.attachment(fileName);
        ctx.type = job.file.mediaType;
        const file = jobs().read(id);
        if (ctx.acceptsEncodings('gzip') !== 'gzip') {
          const plain = createGunzip();
          file.on('error', (error) => plain.destroy(error));
          plain.on('close', () => file.destroy());
          answerStream(ctx, file.pipe(plain));
          return;
        }
        ctx.set('Content-Encoding', 'gzip');
        ctx.vary('Accept-Encoding');
        answerStream(ctx, file);
      },
    };
  };
}
