import { createGunzip } from 'node:zlib';
import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { currentActor } from '../audit/actor';
import { auditBefore, entryOf } from '../audit/trail';
import { getEvidenceStore } from '../evidence';
import { adminBody } from '../http/admin';
import { answerError } from '../http/answer-error';
import { errors } from '../http/errors';
import { queryText } from '../http/query';
import { RECORD_UID } from '../uids';
import { exportAct, exportSchema, filterOf } from './admin-controller';
import { EXPORT_TYPES } from './export';
import { type ExportJob, ExportsBusyError, exportJobsOf } from './export-jobs';

/** How far an export is. */
export interface ExportProgress {
  id: string;
  state: ExportJob['state'];
  fileName: string;
  /** So many are written. */
  records: number;
  /** Opens the file once, within five minutes, below the address of the server; null before it is done. Each answer has a new one. */
  link: string | null;
}

const GONE =
  'There is no such export here. A file is kept for a day and until Strapi is stopped, on the instance that wrote it, for who asked for it. Where several instances answer, let the requests of a session go to one of them. Start the export again.';

/** Exports that the server writes to a file, which a browser then saves by a plain link without holding it. */
export function exportController({ strapi }: { strapi: Core.Strapi }) {
  const jobs = () => exportJobsOf(strapi);
  const progressOf = ({ id, state, fileName, records }: ExportJob): ExportProgress => {
    const token = jobs().tokenOf(id);
    const link = token && `/consent/records/exports/${id}/file?token=${token}`;
    return { id, state, fileName, records, link };
  };
  const found = (ctx: Context): ExportJob => {
    const job = jobs().find(String(ctx.params.id), currentActor(strapi));
    if (!job) throw new errors.NotFoundError(GONE);
    return job;
  };
  return {
    async start(ctx: Context): Promise<void> {
      const { format, ...filter } = adminBody(exportSchema, ctx);
      await auditBefore(strapi, exportAct(Reflect.get(ctx.request, 'body') ?? {}));
      try {
        const order = { format, filter: filterOf(filter), actor: currentActor(strapi) };
        ctx.body = progressOf(jobs().start(order));
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
      const job = jobs().redeem(String(ctx.params.id), queryText(ctx, 'token') ?? '');
      if (!job) throw new errors.NotFoundError(GONE);
      const { id, actor, fileName, format, records } = job;
      const subject = { uid: RECORD_UID, id: null, title: fileName, locale: null };
      const changes = [{ path: 'fetched', before: null, after: records }];
      const entry = { ...entryOf(strapi, { action: 'export', subject, changes }), actor };
      await getEvidenceStore(strapi).audit.add([entry]);
      ctx.set('Cache-Control', 'no-store, no-transform');
      ctx.attachment(fileName);
      ctx.type = EXPORT_TYPES[format];
      const file = jobs().read(id);
      if (ctx.acceptsEncodings('gzip') !== 'gzip') {
        const plain = createGunzip();
        file.on('error', (error) => plain.destroy(error));
        plain.on('close', () => file.destroy());
        ctx.body = file.pipe(plain);
        return;
      }
      ctx.set('Content-Encoding', 'gzip');
      ctx.vary('Accept-Encoding');
      ctx.body = file;
    },
  };
}
