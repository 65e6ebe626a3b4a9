import { describe, expect, it } from 'vitest';
import { UIDS } from '../server/src/schema';
import { onEachDatabase, startApp } from './support/app';
import { removeAll, updateSettings } from './support/content';
import { DATABASES } from './support/databases';

const CONFIG = '/api/consent/config';

const chat = {
  tracker: {
    name: 'Quayside Chat',
    categoryKey: 'functional',
    kind: 'script' as const,
    vendor: 'Quayside',
    vendorPrivacyUrl: 'https://quayside.example/privacy',
    cookies: [{ name: '_chat', durationText: '1 day' }],
    loader: { src: 'http://127.0.0.1:4400/chat.js', strategy: 'lazy' as const },
  },
};

const hosting = {
  processor: {
    name: 'Harbour Hosting',
    role: 'sub-processor' as const,
    purpose: 'Hosting',
    dataCategories: ['IP addresses'],
    country: 'DE',
    transfer: { mechanism: 'none' as const },
    subprocessor: true,
    showInPrivacyPolicy: true,
    verified: true,
    status: 'active' as const,
    addedAt: '2026-01-01',
  },
};

onEachDatabase(
  'The first start',
  { options: { seed: { trackers: [chat, { ...chat, enabled: false }], processors: [hosting] } } },
  (app) => {
    it('creates settings and the four default categories', async () => {
      const { body } = await app().http.get(CONFIG);
      expect(body.banner.title).toBe('Your privacy');
      expect(body.categories).toMatchObject([
        { key: 'necessary', required: true, consentModeSignals: ['security_storage'] },
        { key: 'functional', respectGPC: false, defaultInOptOut: true },
        { key: 'analytics', respectGPC: true, consentModeSignals: ['analytics_storage'] },
        { key: 'marketing', respectGPC: true, defaultInOptOut: true },
      ]);
    });

    it('creates trackers of your own, not managed by Consent Mode unless you say so', async () => {
      const { body } = await app().http.get(CONFIG);
      expect(body.trackers).toMatchObject([
        {
          name: 'Quayside Chat',
          categoryKey: 'functional',
          cookies: [{ name: '_chat', storage: 'cookie', durationText: '1 day' }],
          loader: { src: 'http://127.0.0.1:4400/chat.js', strategy: 'lazy', consentModeManaged: false },
        },
      ]);
      expect(await app().strapi.db.query(UIDS.tracker).count(), 'one of them disabled').toBe(2);
    });

    it('creates processors of your own, and announces the sub-processors among them', async () => {
      const { body } = await app().http.get('/api/consent/subprocessors');
      expect(body.processors).toMatchObject([
        { name: 'Harbour Hosting', verified: true, addedAt: '2026-01-01' },
      ]);
      expect(body.changes).toMatchObject([{ name: 'Harbour Hosting', change: 'added' }]);
    });
  },
);

describe.each(DATABASES.filter(({ missing }) => !missing))('A later start on $name', (kind) => {
  it("never writes over an editor's work, nor brings back what was deleted", async () => {
    const options = { seed: { trackers: [chat], processors: [hosting] } };
    const database = await kind.create();
    const first = await startApp(kind, { database, options });
    await updateSettings(first.strapi, { bannerTitle: 'Edited' });
    await removeAll(first.strapi, UIDS.tracker);
    await first.stop();
    const second = await startApp(kind, { database, options });
    const { body } = await second.http.get(CONFIG);
    expect(body.banner.title).toBe('Edited');
    expect(body.trackers).toEqual([]);
    expect(await second.strapi.db.query(UIDS.category).count()).toBe(4);
    expect(await second.strapi.db.query(UIDS.processor).count()).toBe(1);
    await second.stop();
    await database.drop();
  });
});

describe('Seeds as options', () => {
  const sqlite = DATABASES[0]!;

  it('seed: false creates nothing, and the config still fails closed', async () => {
    const app = await startApp(sqlite, { options: { seed: false } });
    const { status, body } = await app.http.get(CONFIG);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      enabled: true,
      categories: [],
      trackers: [],
      jurisdiction: { model: 'opt-in' },
    });
    await app.stop();
  });

  it('categories of your own take the place of the four', async () => {
    const own = {
      key: 'statistics',
      label: 'Statistics',
      description: '',
      required: false,
      respectGPC: true,
      defaultInOptOut: false,
      consentModeSignals: ['analytics_storage' as const],
    };
    const app = await startApp(sqlite, { options: { seed: { categories: [own] } } });
    const { body } = await app.http.get(CONFIG);
    expect(body.categories).toEqual([own]);
    await app.stop();
  });

  it('a tracker of a category that there is not is left out, and the start goes on', async () => {
    const stray = { tracker: { ...chat.tracker, categoryKey: 'nowhere' } };
    const app = await startApp(sqlite, { options: { seed: { trackers: [stray, chat] } } });
    const { body } = await app.http.get(CONFIG);
    expect(body.trackers).toHaveLength(1);
    await app.stop();
  });
});
