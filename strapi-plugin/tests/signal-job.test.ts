import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createTestConfig } from '@permesso/consent-core';
import { createSite } from '@permesso/consent-core/site';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getConsentOverview } from '../server/src/overview/overview';
import { lastProbe } from '../server/src/signals/job';
import { SIGNAL_TASK_UID } from '../server/src/uids';
import type { App } from './support/app';
import { withSqlite } from './support/app';

/** Whether the site sees what a visitor's browser sends. */
let sees = true;
const server = createServer(async ({ url, headers }, response) => {
  const sent = new Headers(headers as Record<string, string>);
  if (!sees) sent.delete('sec-gpc');
  const site = createSite({ config: createTestConfig(), files: '/page-files/', warn: () => {} });
  const said = await site.handle(new Request(`http://127.0.0.1${url}`, { headers: sent }));
  if (!said) return response.writeHead(404).end();
  response.writeHead(said.status, Object.fromEntries(said.headers)).end(await said.text());
});
let origin: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

const planned = ({ strapi }: App) => strapi.cron.jobs.find(({ name }) => name === SIGNAL_TASK_UID);

const warnings = async ({ strapi }: App): Promise<string[]> =>
  (await getConsentOverview(strapi)).warnings
    .map(({ code }) => code as string)
    .filter((code) => code.startsWith('signal-'));

withSqlite('the daily test of Global Privacy Control', (start) => {
  it('is planned where the site is known, keeps what it finds, and the overview warns of it', async () => {
    const signal = { cron: '23 4 * * *', url: `${origin}/_consent/config` };
    const app = await start({ options: { jobs: { signal } } });
    expect(await lastProbe(app.strapi)).toBe(null);
    expect(await warnings(app)).toEqual([]);

    sees = false;
    await planned(app)?.job.invoke();
    expect(await lastProbe(app.strapi)).toMatchObject({ honored: false, address: signal.url });
    expect(await warnings(app)).toEqual(['signal-not-honored']);

    sees = true;
    await planned(app)?.job.invoke();
    expect(await lastProbe(app.strapi)).toMatchObject({ honored: true });
    expect(await warnings(app)).toEqual([]);
  });

  it('is planned neither without an address nor where it is turned off', async () => {
    expect(planned(await start())).toBeUndefined();
    const off = await start({ options: { scan: { url: origin }, jobs: { signal: false } } });
    expect(planned(off)).toBeUndefined();
    expect(await lastProbe(off.strapi)).toBe(null);
  });
});
