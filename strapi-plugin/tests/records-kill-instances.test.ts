import { setTimeout as pause } from 'node:timers/promises';
import type { ConsentConfig } from '@permesso/consent-core';
import { afterAll, describe, expect, it } from 'vitest';
import { getEvidenceStore } from '../server/src/evidence';
import { verifyLog } from '../server/src/evidence/seal/verify/verify-log';
import { getSealingService } from '../server/src/evidence/sealing/service';
import { everyRecord } from '../server/src/records';
import { type App, startApp } from './support/app';
import { DATABASES, type DatabaseKind, type TestDatabase } from './support/databases';
import { type Instance, startInstance } from './support/instance';
import { UNLIMITED } from './support/records';
import { sendDecision } from './support/writers';

/** Twenty before a release, by `CONSENT_KILL_ROUNDS`. */
const ROUNDS = Number(process.env.CONSENT_KILL_ROUNDS ?? 2);
const INSTANCES = 4;
const WRITERS = 32;
/** So many of a round are acknowledged before an instance is killed. */
const ACKNOWLEDGED = 10 * WRITERS;

const kind = DATABASES.find(({ name }) => name === 'PostgreSQL') as DatabaseKind;
const seal = { origin: 'cms.example.com/api/consent/log' };

describe.skipIf(kind.missing)(`${INSTANCES} instances on one PostgreSQL (${kind.missing ?? 'there'})`, () => {
  let database: TestDatabase;
  let app: App | undefined;
  const running: Instance[] = [];
  afterAll(async () => {
    await Promise.all(running.map((instance) => instance.kill()));
    await app?.stop();
    await database?.drop();
  });
  const start = async (): Promise<void> => {
    const jobs = { seal: { everySeconds: 1 } };
    running.push(await startInstance(database, { options: { ...UNLIMITED, seal, jobs } }));
  };

  it(`F3: killed one after the other under load lose nothing acknowledged, count exactly, and leave a log without a gap (${ROUNDS} rounds)`, async () => {
    // An empty one: on a copy a commit would not wait for the disk.
    database = await kind.create();
    await Promise.all(Array.from({ length: INSTANCES }, start));
    const config = (await running[0]?.http.get('/api/consent/config'))?.body as ConsentConfig;
    const acknowledged = new Map<string, string>();
    const urlAt = (n: number): string => running[n % running.length]?.url ?? '';
    let over = false;
    const writers = Array.from({ length: WRITERS }, async (_, writer) => {
      // Each third one at two instances at once.
      for (let n = writer; !over; n += 1) {
        await sendDecision(n % 3 === 0 ? [urlAt(n), urlAt(n + 1)] : [urlAt(n)], config, acknowledged);
      }
    });
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = acknowledged.size;
      while (acknowledged.size < before + ACKNOWLEDGED) await pause(5);
      const [killed] = running.splice(round % INSTANCES, 1);
      await killed?.kill();
      // The others go on meanwhile.
      if (round < ROUNDS - 1) await start();
    }
    over = true;
    await Promise.all(running.splice(0).map((instance) => instance.kill()));
    await Promise.all(writers);

    app = await startApp(kind, { database, options: { ...UNLIMITED, seal } });
    const { strapi } = app;
    const { counts, leaves } = getEvidenceStore(strapi);
    const kept = new Map<string, string>();
    for await (const { consentId, id } of everyRecord(strapi, {})) {
      expect(kept.has(consentId), 'stored once').toBe(false);
      kept.set(consentId, id);
    }
    expect(acknowledged.size).toBeGreaterThanOrEqual(ROUNDS * ACKNOWLEDGED);
    expect([...acknowledged].filter(([consentId, id]) => kept.get(consentId) !== id)).toEqual([]);
    expect(await counts.decisions()).toBe(kept.size);

    const sealing = getSealingService(strapi);
    const signed = await sealing.run();
    expect(await leaves.waits()).toBe(false);
    const size = signed?.head.size ?? 0;
    const all = await leaves.from(0, size + 1);
    expect(all.map(({ index }) => index)).toEqual(Array.from({ length: size }, (_, index) => index));
    const sealed = all.filter(({ kind }) => kind === 'record').map(({ itemId }) => itemId);
    expect(sealed.toSorted()).toEqual([...kept.values()].toSorted());
    const keys = (await sealing.log())?.signers.map(({ verifier }) => verifier) ?? [];
    const checks = await verifyLog(leaves.files(1), { keys, authorities: [] });
    expect(checks.filter(({ outcome }) => outcome !== 'passed')).toEqual([]);
  }, 1_800_000);
});
