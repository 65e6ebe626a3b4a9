import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { roleHolds } from '../http/admin-route';
import { pluginAction } from '../uids';
import { type OverviewInParts, overviewInParts } from './overview';

export const overviewController = ({ strapi }: { strapi: Core.Strapi }) => ({
  async find(ctx: Context): Promise<void> {
    const overview = await overviewInParts(strapi);
    ctx.body = roleHolds(ctx, pluginAction('scans.read')) ? overview : withoutFindings(overview);
  },
});

/** How many findings there are, for those who may not see them. */
function withoutFindings({ warnings, findings, ...overview }: OverviewInParts): OverviewInParts {
  const [first, ...more] = warnings.filter(({ code }) => code === 'scan-finding-open');
  const others = warnings.filter(({ code }) => code !== 'scan-finding-open');
  const count = first
    ? [{ code: first.code, message: `Open findings of the scanner: ${1 + more.length}.` }]
    : [];
  return {
    ...overview,
    warnings: [...others, ...count],
    findings: findings.map(({ date, found }) => ({ date, found, messages: [] })),
  };
}
