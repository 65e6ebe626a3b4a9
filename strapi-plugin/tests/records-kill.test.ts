import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { ConsentConfig } from '@permesso/consent-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp } from './support/app';
import { DATABASES, type TestDatabase } from './support/databases';
import { bundlePlugin, type Instance, removeBundle, startInstance } from './support/instance';
import { RECORDS, unixNow } from './support/records';

/** `CONSENT_KILL_ROUNDS=20` is the long form. */
const ROUNDS = Number(process.env.CONSENT_KILL_ROUNDS ?? 3);
const WRITERS = 64;
const UNLIMITED = { recording: { rateLimitPerMinute: 100_000 } };

let bundle: string;
beforeAll(async () => {
  bundle = await bundlePlugin();
});
afterAll(() => removeBundle(bundle));

/** Writes until the server is gone; keeps what was acknowledged. Every third record is sent twice. */
async function write(url: string, config: ConsentConfig, acknowledged: Map<string, string>): Promise<void> {
  const keys = config.categories.filter(({ required }) => !required).map(({ key }) => key);
  for (let n = 0; ; n += 1) {
    const consentId = randomUUID();
    const body = JSON.stringify({
      consentId,
      decisions: Object.fromEntries(keys.map((key) => [key, n % 2 === 0])),
      versions: config.versions,
      source: 'banner',
      decidedAt: unixNow(),
    });
    const send = () =>
      fetch(`${url}${RECORDS}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    try {
      const [answer] = await Promise.all(n % 3 === 0 ? [send(), send()] : [send()]);
      if (answer?.status !== 201) return;
      acknowledged.set(consentId, ((await answer.json()) as { id: string }).id);
    } catch {
      return;
    }
  }
}

describe.each(DATABASES)('$name', (kind) => {
  it.skipIf(kind.missing)(
    `F3: a server killed in the middle of ${WRITERS} writers keeps every record it acknowledged (${ROUNDS} rounds)`,
    async () => {
      const database: TestDatabase = await kind.create();
      const acknowledged = new Map<string, string>();
      for (let round = 0; round < ROUNDS; round += 1) {
        const before = acknowledged.size;
        const instance: Instance = await startInstance(bundle, database, { options: UNLIMITED });
        const config = (await instance.http.get('/api/consent/config')).body as ConsentConfig;
        const writers = Array.from({ length: WRITERS }, () => write(instance.url, config, acknowledged));
        while (acknowledged.size < before + 200) await pause(5);
        await pause(Math.random() * 100);
        await instance.kill();
        await Promise.all(writers);
      }
      const app = await startApp(kind, { database });
      const rows = await app.strapi.db
        .query('plugin::consent.record')
        .findMany({ select: ['documentId', 'consentId'] });
      const kept = new Map(rows.map((row) => [row.consentId, row.documentId]));
      const counted = await app.strapi.db
        .connection('consent_daily_counts')
        .where('dimension', 'decisions')
        .sum('total as n');
      await app.stop();
      await database.drop();
      expect(acknowledged.size).toBeGreaterThanOrEqual(ROUNDS * 200);
      expect([...acknowledged].filter(([consentId, id]) => kept.get(consentId) !== id)).toEqual([]);
      expect(rows).toHaveLength(kept.size);
      expect(Number(counted[0]?.n)).toBe(rows.length);
    },
    600_000,
  );
});
