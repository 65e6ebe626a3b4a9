import { expect, it } from 'vitest';
import { UIDS } from '../server/src/uids';
import { preparedDatabase, withEachDatabase } from './support/app';
import { startInstance } from './support/instance';

const company = {
  name: 'Priel',
  legalName: 'Priel Wattfahrten GmbH',
  address: 'Am Alten Hafen 1, 26506 Norddeich',
  email: 'privacy@priel.example',
};
const seed = { company, trackers: ['matomo-cloud'], processors: ['hetzner', 'aws'] };

withEachDatabase('Seeds', (start, kind) => {
  it('two instances that start at once on an empty database seed it once', async () => {
    // How two of them make the tables is Strapi's own matter, so that it is tried on one. A file of SQLite is one
    // process's: there it is about two that overlap for a moment, as in a restart.
    const database = await (kind.name === 'PostgreSQL' ? kind.create() : preparedDatabase(kind));
    const options = { database, options: { seed } };
    const [app, other] = await Promise.all([start(options), startInstance(database, options)]);
    const answers = await Promise.all([app, other].map(({ http }) => http.get('/api/consent/config')));
    await other.stop();
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[0]?.body).toEqual(answers[1]?.body);
    const count = (uid: string) => app.strapi.db.query(uid).count();
    expect(await count(UIDS.setting)).toBe(1);
    expect(await count(UIDS.category)).toBe(4);
    expect(await count(UIDS.tracker), 'and that of the consent cookie').toBe(2);
    expect(await count(UIDS.processor)).toBe(2);
    expect(await count('admin::role')).toBe(3);
    expect(await app.strapi.documents(UIDS.legalPage).count({ status: 'published' })).toBe(2);
  });
});
