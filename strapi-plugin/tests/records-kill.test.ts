import { setTimeout as pause } from 'node:timers/promises';
import type { ConsentConfig } from '@permesso/consent-core';
import { expect, it } from 'vitest';
import { getEvidenceStore } from '../server/src/evidence';
import type { ConsentRecord } from '../server/src/evidence/record';
import { everyRecord } from '../server/src/records';
import { withDatabases } from './support/app';
import { DATABASES } from './support/databases';
import { startInstance } from './support/instance';
import { UNLIMITED } from './support/records';
import { sendDecision } from './support/writers';

/** Twenty before a release, by `CONSENT_KILL_ROUNDS`. */
const ROUNDS = Number(process.env.CONSENT_KILL_ROUNDS ?? 2);
const WRITERS = 64;
/** So many of a round are acknowledged before the server is killed. */
const ACKNOWLEDGED = 2 * WRITERS;

/** Until the server is gone. Every third decision is sent twice. */
async function write(url: string, config: ConsentConfig, acknowledged: Map<string, string>): Promise<void> {
  for (let n = 0; await sendDecision(n % 3 === 0 ? [url, url] : [url], config, acknowledged); ) n += 1;
}

// Four instances of one PostgreSQL are killed in `records-kill-instances`.
const others = DATABASES.filter(({ name }) => name !== 'PostgreSQL');

withDatabases(others, 'A server that is killed', (start, kind) => {
  it(`F3: in the middle of ${WRITERS} writers keeps every record it acknowledged (${ROUNDS} rounds)`, async () => {
    // An empty one: on a copy a commit would not wait for the disk.
    const database = await kind.create();
    const acknowledged = new Map<string, string>();
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = acknowledged.size;
      const instance = await startInstance(database, { options: UNLIMITED });
      const config = (await instance.http.get('/api/consent/config')).body as ConsentConfig;
      const writers = Array.from({ length: WRITERS }, () => write(instance.url, config, acknowledged));
      while (acknowledged.size < before + ACKNOWLEDGED) await pause(5);
      await pause(Math.random() * 100);
      await instance.kill();
      await Promise.all(writers);
    }
    const { strapi } = await start({ database, options: UNLIMITED });
    const records: ConsentRecord[] = [];
    for await (const record of everyRecord(strapi, {})) records.push(record);
    const kept = new Map(records.map(({ consentId, id }) => [consentId, id]));
    expect(acknowledged.size).toBeGreaterThanOrEqual(ROUNDS * ACKNOWLEDGED);
    expect([...acknowledged].filter(([consentId, id]) => kept.get(consentId) !== id)).toEqual([]);
    expect(records).toHaveLength(kept.size);
    expect(await getEvidenceStore(strapi).counts.decisions()).toBe(records.length);
  }, 1_800_000);
});
