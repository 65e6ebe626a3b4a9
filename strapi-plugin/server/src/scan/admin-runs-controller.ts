import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import type { ScanReport } from '../../../scan/report/schema';
import { withoutCredentials } from '../http/address-credentials';
import { errors } from '../http/errors';
import { getPluginOptions } from '../options';
import { type AsJson, asJson } from './as-json';
import { type Run, readRun, readRuns } from './reports';
import { type TurnState, turnState } from './scan-turns';
import { beginScan } from './schedule';

/** What the admin's page shows of scans. */
export interface RunList extends TurnState {
  runs: AsJson<Run>[];
  /** The site that this CMS scans by itself; null where the option names none. */
  url: string | null;
}

export interface RunDetails {
  run: AsJson<Run>;
  /** Null where it is no longer kept. */
  report: ScanReport | null;
}

/** So many runs are listed. */
const SHOWN = 60;

/** What the admin's page Scanner asks about scans. The routes check the permissions. */
export const scanRunsController = ({ strapi }: { strapi: Core.Strapi }) => ({
  async list(ctx: Context): Promise<void> {
    ctx.body = await runList(strapi);
  },

  async find(ctx: Context): Promise<void> {
    const found = await readRun(strapi, { documentId: String(ctx.params.id) });
    if (!found) throw new errors.NotFoundError('There is no scan with this id.');
    ctx.body = { run: asJson(found.run), report: found.report } satisfies RunDetails;
  },

  async begin(ctx: Context): Promise<void> {
    if (!getPluginOptions(strapi).scan.url) {
      throw new errors.ApplicationError('This CMS has no site to scan: name it in the option scan.url.');
    }
    if (!(await beginScan(strapi, { isPlanned: false }))) {
      throw new errors.ApplicationError('A scan is under way: its result comes in some minutes.');
    }
    ctx.status = 202;
    ctx.body = await runList(strapi);
  },
});

async function runList(strapi: Core.Strapi): Promise<RunList> {
  const { url } = getPluginOptions(strapi).scan;
  return {
    runs: (await readRuns(strapi, SHOWN)).map(asJson),
    url: url ? withoutCredentials(url).address : null,
    ...(await turnState(strapi)),
  };
}
