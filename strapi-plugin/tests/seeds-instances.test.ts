import { describe, expect, it } from 'vitest';
import { UIDS } from '../server/src/schema';
import { startApp } from './support/app';
import { DATABASES } from './support/databases';
import { startInstance } from './support/instance';

const company = {
  name: 'Priel',
  legalName: 'Priel Wattfahrten GmbH',
  address: 'Am Alten Hafen 1, 26506 Norddeich',
  email: 'privacy@priel.example',
};
const seed = { company, trackers: ['matomo-cloud'], processors: ['hetzner', 'aws'] };

describe.each(DATABASES)('$name', (kind) => {
  it.skipIf(kind.missing)('two instances that start at once on empty types seed them once', async () => {
    const database = await kind.create();
    // The tables are there, as after a deployment's first step; Strapi itself cannot create them twice at once.
    await (await startApp(kind, { database, options: { seed: false } })).stop();
    const instances = await Promise.all([0, 1].map(() => startInstance(database, { options: { seed } })));
    await Promise.all(instances.map((instance) => instance.stop()));
    const app = await startApp(kind, { database, options: { seed } });
    const count = (uid: string) => app.strapi.db.query(uid).count();
    expect(await count(UIDS.setting)).toBe(1);
    expect(await count(UIDS.category)).toBe(4);
    expect(await count(UIDS.tracker)).toBe(1);
    expect(await count(UIDS.processor)).toBe(2);
    expect(await app.strapi.documents(UIDS.legalPage).count({ status: 'published' })).toBe(2);
    await app.stop();
    await database.drop();
  });
});
