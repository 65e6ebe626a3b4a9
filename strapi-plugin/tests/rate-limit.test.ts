import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect as connectTo, createServer, type Server, type Socket } from 'node:net';
import { expect, it, vi } from 'vitest';
import { recordsService } from '../server/src/records';
import { type App, onSqlite, withSqlite } from './support/app';
import { redisMissing } from './support/databases';
import { postRecord, RECORDS, recordsOf, submissionTo } from './support/records';

const limited = (perMinute: number, redis?: string) => ({
  recording: { rateLimitPerMinute: perMinute, ...(redis && { redis }) },
});

/** Statuses of so many records from one address, one after the other. */
async function statuses(app: App, times: number, address?: string): Promise<number[]> {
  const found: number[] = [];
  for (let i = 0; i < times; i += 1) {
    const request = postRecord(app, await submissionTo(app));
    if (address) request.set('X-Forwarded-For', address);
    found.push((await request).status);
  }
  return found;
}

const BEHIND_PROXY = { options: limited(1), server: { proxy: { koa: true } } };

withSqlite('the limit of POST records', (start) => {
  it('E4: lets 20 records a minute through by default, then answers 429 with Retry-After', async () => {
    const app = await start({});
    expect(await statuses(app, 20)).toEqual(Array(20).fill(201));
    const { status, body, headers } = await postRecord(app, await submissionTo(app));
    expect(status).toBe(429);
    expect(body).toMatchObject({ data: null, error: { status: 429, name: 'RateLimitError' } });
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60);
  });

  it('K: is not used up by what fails before it, but by what fails after it', async () => {
    const app = await start({ options: limited(2) });
    const foreign = () => postRecord(app, '{}').set('Origin', 'https://evil.example');
    const typeless = () => app.http.post(RECORDS).set('Content-Type', 'text/css').send('{}');
    const large = () => postRecord(app, 'x'.repeat(5000));
    for (const [send, status] of [
      [foreign, 403],
      [typeless, 415],
      [large, 413],
    ] as const) {
      expect((await send()).status).toBe(status);
    }
    expect((await postRecord(app, 'not JSON')).status).toBe(400);
    expect(await statuses(app, 2)).toEqual([201, 429]);
  });

  it('E4: a forged X-Forwarded-For does not get round it behind a proxy that is counted', async () => {
    const app = await start({ options: limited(1), server: { proxy: { koa: true, maxIpsCount: 1 } } });
    expect(await statuses(app, 1, '198.51.100.1, 192.0.2.1')).toEqual([201]);
    expect(await statuses(app, 1, '198.51.100.2, 192.0.2.1')).toEqual([429]);
  });

  it('E4: without proxy settings the header is not read at all', async () => {
    const app = await start({ options: limited(1) });
    expect(await statuses(app, 1, '198.51.100.1')).toEqual([201]);
    expect(await statuses(app, 1, '198.51.100.2')).toEqual([429]);
  });

  it('E6: warns once of a header that is not read, says what to change, and logs no address', async () => {
    const app = await start({ options: limited(9) });
    const warn = vi.spyOn(app.strapi.log, 'warn');
    expect(await statuses(app, 1)).toEqual([201]);
    expect(warn).not.toHaveBeenCalled();
    await statuses(app, 2, '198.51.100.1');
    expect(warn.mock.calls).toEqual([[expect.stringContaining('proxy: { koa: true')]]);
    expect(JSON.stringify(warn.mock.calls)).not.toContain('198.51.100.1');
  });
});

onSqlite('the limit of POST records behind a proxy', BEHIND_PROXY, (app) => {
  it('counts each address by itself, as the proxy settings see it', async () => {
    expect(await statuses(app(), 2, '192.0.2.1')).toEqual([201, 429]);
    expect(await statuses(app(), 1, '192.0.2.2')).toEqual([201]);
  });

  it('E4: an IPv6 visitor counts by the /64 that it owns, an IPv4 one by its address however it is written', async () => {
    expect(await statuses(app(), 1, '2001:db8:1:2::1')).toEqual([201]);
    expect(await statuses(app(), 1, '2001:db8:1:2:ffff::9')).toEqual([429]);
    expect(await statuses(app(), 1, '2001:db8:1:3::1')).toEqual([201]);
    expect(await statuses(app(), 1, '::ffff:192.0.2.9')).toEqual([201]);
    expect(await statuses(app(), 1, '192.0.2.9')).toEqual([429]);
    expect(await statuses(app(), 1, '::ffff:192.0.2.10')).toEqual([201]);
  });

  it('does not warn where the header is read', async () => {
    const warn = vi.spyOn(app().strapi.log, 'warn');
    await statuses(app(), 1, '198.51.100.1');
    expect(warn).not.toHaveBeenCalled();
  });
});

withSqlite('a flood of forged records', (start) => {
  const flooded = (perMinute: number, ceilingPerMinute?: number) =>
    start({
      options: {
        recording: { rateLimitPerMinute: perMinute, ...(ceilingPerMinute && { ceilingPerMinute }) },
      },
      server: { proxy: { koa: true } },
    });
  /** How many records get in, of one from each address. */
  const taken = async (app: App, addresses: string[]) => {
    const answers: number[] = [];
    for (const address of addresses) answers.push(...(await statuses(app, 1, address)));
    expect(new Set([...answers, 201, 429])).toEqual(new Set([201, 429]));
    return answers.filter((status) => status === 201).length;
  };
  const hex = (number: number) => number.toString(16);

  it('E4: from one /48 with many /64s meets its limit, and nobody elsewhere notices', async () => {
    const app = await flooded(2);
    const ofOneHousehold = Array.from({ length: 20 }, (_, i) => `2001:db8:1:ab${hex(i + 16)}::1`);
    expect(await taken(app, ofOneHousehold), 'four times the limit of a client').toBe(8);
    const ofOneCompany = Array.from({ length: 60 }, (_, i) => `2001:db8:1:${hex(i + 1)}01::1`);
    expect(await taken(app, ofOneCompany), '16 times, less what the household had').toBe(24);
    const { status, body, headers } = await postRecord(app, await submissionTo(app)).set(
      'X-Forwarded-For',
      '2001:db8:1:9999::1',
    );
    expect([status, body.error.message]).toEqual([
      429,
      expect.stringMatching(/from this network\. Try again in \d+ s/),
    ]);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(await taken(app, ['2001:db8:2:1::1', '192.0.2.1'])).toBe(2);
  });

  it('E4: from many networks meets the ceiling, below which others go on; what is refused earlier does not count', async () => {
    const app = await flooded(1, 12);
    expect(await taken(app, Array(30).fill('192.0.2.1'))).toBe(1);
    expect(await taken(app, ['198.51.100.1', '2001:db8:2:1::1'])).toBe(2);
    const forged = Array.from({ length: 20 }, (_, i) => `2001:db8:${hex(i + 256)}:1::1`);
    expect(await taken(app, forged)).toBe(9);
    const { status, body } = await postRecord(app, await submissionTo(app)).set(
      'X-Forwarded-For',
      '203.0.113.9',
    );
    expect([status, body.error.message]).toEqual([429, expect.stringMatching(/^Too many records at once/)]);
  });
});

withSqlite('the limit shared over Redis', (start) => {
  const server = () => ({ app: { keys: [`a-${run}`, `b-${run}`] }, proxy: { koa: true } });
  let run = '';

  it('E6: is not made without keys of the app, whose HMACs stand in Redis instead of addresses', async () => {
    const { strapi } = await start({});
    strapi.config.set('plugin::consent', limited(2, 'redis://127.0.0.1:6379'));
    for (const keys of [undefined, [], [''], 'one']) {
      strapi.config.set('server.app.keys', keys);
      // Bootstrap asks for the service, so that what it throws stops the start.
      expect(() => recordsService({ strapi: Object.create(strapi) })).toThrow(
        'consent: recording.redis needs the keys of the app, the same on every instance: set app.keys (config/server.ts)',
      );
    }
  });

  it('is each instance for itself while Redis does not answer: no record is lost', async () => {
    run = randomUUID();
    const app = await start({ options: limited(2, 'redis://127.0.0.1:1'), server: server() });
    expect(await statuses(app, 3, '192.0.2.78')).toEqual([201, 201, 429]);
  });

  it.skipIf(redisMissing)('goes on when Redis goes away in the middle, hanging or dead', async () => {
    run = randomUUID();
    const gate = await gateTo(6379);
    const app = await start({ options: limited(50, `redis://127.0.0.1:${gate.port}`), server: server() });
    expect(await statuses(app, 1, '192.0.2.79')).toEqual([201]);
    expect(gate.answers(), 'Redis was there at the start').toBeGreaterThan(0);
    gate.hang();
    const submission = await submissionTo(app);
    expect((await postRecord(app, submission)).status).toBe(201);
    gate.close();
    expect(await statuses(app, 2, '192.0.2.79')).toEqual([201, 201]);
    expect(await recordsOf(app, submission.consentId)).toHaveLength(1);
  });
});

/** A way to a port that can stop answering, or close. */
async function gateTo(target: number) {
  const sockets = new Set<Socket>();
  let hanging = false;
  let answers = 0;
  const gate: Server = createServer((near) => {
    const far = connectTo(target, '127.0.0.1');
    for (const socket of [near, far]) sockets.add(socket.on('error', () => socket.destroy()));
    near.on('data', (chunk) => far.write(chunk));
    far.on('data', (chunk) => {
      if (hanging) return;
      answers += 1;
      near.write(chunk);
    });
  }).listen(0, '127.0.0.1');
  await once(gate, 'listening');
  return {
    port: (gate.address() as AddressInfo).port,
    /** How often it let an answer through. */
    answers: () => answers,
    hang() {
      hanging = true;
    },
    close() {
      gate.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
