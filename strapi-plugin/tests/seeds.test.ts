import { expect, it, vi } from 'vitest';
import { getEvidenceStore } from '../server/src/evidence';
import { getPluginOptions } from '../server/src/options';
import { getConsentOverview, overviewInParts } from '../server/src/overview/overview';
import { seedProcessors, seedTrackers } from '../server/src/seeds';
import { createLegalPages } from '../server/src/seeds/legal-pages';
import { getSeedsService } from '../server/src/seeds/service';
import { UIDS } from '../server/src/uids';
import { LEGAL_DOCUMENT_KINDS } from '../server/src/value-lists';
import { getVersionsService } from '../server/src/versions/service';
import { signInAdmin } from './support/admin';
import { listening, onSqlite, preparedDatabase, withSqlite } from './support/app';
import { addLocale, edit, removeAll, updateSettings } from './support/content';

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

onSqlite(
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

withSqlite('A later start', (start, kind) => {
  it("never writes over an editor's work, nor brings back what was deleted", async () => {
    const options = { seed: { trackers: [chat], processors: [hosting] } };
    const database = await preparedDatabase(kind);
    const first = await start({ database, options });
    await updateSettings(first.strapi, { bannerTitle: 'Edited' });
    await removeAll(first.strapi, UIDS.tracker);
    const second = await start({ database, options });
    const { body } = await second.http.get(CONFIG);
    expect(body.banner.title).toBe('Edited');
    expect(body.trackers).toEqual([]);
    expect(await second.strapi.db.query(UIDS.category).count()).toBe(4);
    expect(await second.strapi.db.query(UIDS.processor).count()).toBe(1);
  });
});

onSqlite(
  'Presets in the seeds',
  {
    options: {
      seed: {
        trackers: ['gtm', { key: 'ga4', vars: { MEASUREMENT_ID: 'G-ABCDE12345' } }],
        processors: ['hetzner', { key: 'vercel', overrides: { subprocessor: true, verified: true } }],
      },
    },
  },
  (app) => {
    it('a preset with its variables is ready', async () => {
      const { trackers } = (await app().http.get(CONFIG)).body;
      expect(trackers).toHaveLength(1);
      expect(trackers[0]).toMatchObject({ categoryKey: 'analytics', loader: { consentModeManaged: false } });
      expect(trackers[0].loader.src).toContain('G-ABCDE12345');
    });

    it('K: a preset with an open variable waits, switched off, its placeholder visible', async () => {
      const [waiting] = await app()
        .strapi.db.query(UIDS.tracker)
        .findMany({ where: { enabled: false } });
      expect(waiting.loaderSrc).toContain('{{CONTAINER_ID}}');
      const { warnings } = await getConsentOverview(app().strapi);
      expect(warnings).toContainEqual(
        expect.objectContaining({ code: 'placeholder', field: 'loaderSrc', documentId: waiting.documentId }),
      );
    });

    it('overrides say what the owner knows better', async () => {
      const { processors } = (await app().http.get('/api/consent/subprocessors')).body;
      expect(processors).toMatchObject([{ name: 'Vercel', verified: true }]);
      expect(await app().strapi.db.query(UIDS.processor).count()).toBe(2);
    });

    it('seedTrackers and seedProcessors add to them later', async () => {
      const { strapi } = app();
      const options = getPluginOptions(strapi);
      const trackers = await seedTrackers(strapi, options, [chat]);
      const processors = await seedProcessors(strapi, options, ['aws'], '2026-05-01');
      expect([trackers, processors].map(({ length }) => length)).toEqual([1, 1]);
      expect((await app().http.get(CONFIG)).body.trackers).toHaveLength(2);
      const added = await strapi.documents(UIDS.processor).findOne({ documentId: processors[0] ?? '' });
      expect(added?.addedAt).toBe('2026-05-01');
      await expect(seedTrackers(strapi, options, ['nowhere'])).rejects.toThrow('no tracker preset');
      await expect(seedProcessors(strapi, { processors: false }, [])).rejects.toThrow('set processors: true');
    });

    it('again, as at each start of an app whose bootstrap() calls them, they add what is not there and nothing twice', async () => {
      const { strapi, http } = app();
      const options = getPluginOptions(strapi);
      const before = (await http.get(CONFIG)).body;
      const ga4 = { key: 'ga4' as const, vars: { MEASUREMENT_ID: 'G-ABCDE12345' } };
      expect(await seedTrackers(strapi, options, [ga4, chat])).toEqual([]);
      expect(await seedProcessors(strapi, options, ['aws', 'hetzner'])).toEqual([]);
      expect((await http.get(CONFIG)).body).toEqual(before);
      // Whatever an editor has called it.
      const { documentId } = (await strapi.documents(UIDS.tracker).findFirst({ filters: { key: 'ga4' } }))!;
      await edit(strapi, UIDS.tracker, documentId, { name: 'Our statistics' });
      expect(await seedTrackers(strapi, options, [ga4, 'recaptcha'])).toHaveLength(1);
      expect(await seedProcessors(strapi, options, ['aws', hosting])).toHaveLength(1);
      // Without its key, which visitors know for the one that was deleted.
      await strapi.documents(UIDS.tracker).delete({ documentId });
      expect(await seedTrackers(strapi, options, [ga4])).toHaveLength(1);
      expect(await seedTrackers(strapi, options, [ga4])).toEqual([]);
    });

    it('K: seeding a preset with an open variable logs which one', async () => {
      const { strapi } = app();
      const warn = vi.spyOn(strapi.log, 'warn');
      await seedTrackers(strapi, getPluginOptions(strapi), ['meta-pixel']);
      expect(warn.mock.calls.flat()).toContainEqual(
        expect.stringMatching(/is switched off until PIXEL_ID is filled in/),
      );
      warn.mockRestore();
    });
  },
);

const company = {
  name: 'Priel',
  legalName: 'Priel Wattfahrten GmbH',
  address: 'Am Alten Hafen 1, 26506 Norddeich',
  email: 'privacy@priel.example',
};

onSqlite('Legal documents in the seeds', { options: { seed: { company } } }, (app) => {
  it('publishes privacy and cookie policy with the facts of the company', async () => {
    const { pages } = (await app().http.get('/api/consent/legal')).body;
    expect(pages.map(({ slug }: { slug: string }) => slug)).toEqual(['cookies', 'privacy']);
    const { body } = await app().http.get('/api/consent/legal/privacy');
    expect(body.effectiveDate).toBe(new Date().toISOString().slice(0, 10));
    expect(JSON.stringify(body.content)).toContain('Priel Wattfahrten GmbH');
    expect((await app().http.get('/api/consent/config')).body.versions.documentsVersion).not.toBe('4f53cda1');
  });

  it('the banner names the company', async () => {
    const { body } = await app().http.get('/api/consent/config');
    expect(body.banner.controller).toBe(company.legalName);
  });

  it('objections to a new sub-processor go to the company', async () => {
    const { body } = await app().http.get('/api/consent/subprocessors');
    expect(body.noticeEmail).toBe('privacy@priel.example');
  });
});

withSqlite('The cookie policy in the seeds', (start, kind) => {
  const stored = (trackers: { key: string; cookies: { name: string }[] }[]) =>
    trackers.filter(({ key }) => key === 'consent').flatMap(({ cookies }) => cookies.map(({ name }) => name));

  it('discloses the consent cookie, by the name that the options give it', async () => {
    const app = await start({ options: { seed: { company }, cookie: { name: 'shop-consent' } } });
    const names = [
      'shop-consent',
      'shop-consent:outbox*',
      'shop-consent:granted',
      'shop-consent',
      'permesso:config',
    ];
    const { trackers } = (await app.http.get(CONFIG)).body;
    expect(trackers).toMatchObject([
      { name: 'Cookie settings', categoryKey: 'necessary', kind: 'cookie-only' },
    ]);
    expect(stored(trackers)).toEqual(names);
    const policy = (await app.http.get('/api/consent/legal/cookies')).body;
    expect(JSON.stringify(policy)).toContain('shop-consent:outbox*');
    const catalogue = await app.http
      .get('/consent/catalogue/trackers')
      .set('Authorization', `Bearer ${await signInAdmin(app)}`);
    expect(stored(catalogue.body.presets)).toEqual(names);
    // The plugin knows by itself what it stores.
    const { warnings } = await getConsentOverview(app.strapi);
    expect(warnings.map(({ code }) => code)).not.toContain('catalogue-facts-unverified');
  });

  it('names the string of the TCF after the cookie as well, and compares it with no vendor', async () => {
    const app = await start({
      options: { seed: { trackers: ['consent-tcf'] }, cookie: { name: 'shop-consent' } },
    });
    const { trackers } = (await app.http.get(CONFIG)).body;
    expect(trackers[0].cookies.map(({ name }: { name: string }) => name)).toEqual([
      'shop-consent-tcf',
      'shop-consent-tcf',
    ]);
    const { warnings } = await getConsentOverview(app.strapi);
    expect(warnings.map(({ code }) => code)).not.toContain('catalogue-facts-unverified');
  });

  it('does so once, and keeps no trackers of the options out that are named later', async () => {
    const database = await preparedDatabase(kind);
    const first = await start({ database, options: { seed: { company } } });
    expect((await first.http.get(CONFIG)).body.trackers).toHaveLength(1);
    const second = await start({ database, options: { seed: { company, trackers: [chat] } } });
    const { trackers } = (await second.http.get(CONFIG)).body;
    expect(trackers.map(({ name }: { name: string }) => name).toSorted()).toEqual([
      'Cookie settings',
      'Quayside Chat',
    ]);
    await removeAll(second.strapi, UIDS.tracker);
    const third = await start({ database, options: { seed: { company, trackers: [chat] } } });
    expect((await third.http.get(CONFIG)).body.trackers).toEqual([]);
  });

  it.each([
    ['the preset is among the seeds', { company, trackers: ['consent' as const] }, 1],
    ['no cookie policy is seeded', { company, documents: ['terms' as const] }, 0],
    ['no legal page is', { company, legalPages: false }, 0],
  ])('adds none where %s', async (_, seed, n) => {
    const app = await start({ options: { seed } });
    expect((await app.http.get(CONFIG)).body.trackers).toHaveLength(n);
  });
});

withSqlite('Seeds as options', (start, kind) => {
  it('documents names which, legalPages: false none', async () => {
    const slugs = async (seed: object) => {
      const app = await start({ options: { seed: { company, ...seed } } });
      const { pages } = (await app.http.get('/api/consent/legal')).body;
      return pages.map(({ slug }: { slug: string }) => slug);
    };
    expect(await slugs({ documents: ['dpa', 'terms'] })).toEqual(['dpa', 'terms']);
    expect(await slugs({ legalPages: false })).toEqual([]);
  });

  it('documents written in the locale of the seeds, or in another that the catalogue knows', async () => {
    const app = await start({ options: { seed: false } });
    await addLocale(app.strapi, 'de');
    await createLegalPages(app.strapi, { company }, 'en');
    const title = async (locale: string) =>
      (await app.http.get(`/api/consent/legal/privacy?locale=${locale}`)).body.title;
    expect([await title('en'), await title('de')]).toEqual(['Privacy policy', 'Datenschutzerklärung']);
  });

  it('built-in texts are seeded in every locale they are written in', async () => {
    const database = await preparedDatabase(kind);
    const empty = await start({ database, options: { seed: false } });
    await addLocale(empty.strapi, 'de');
    await addLocale(empty.strapi, 'fr');
    const seed = {
      company,
      trackers: [{ key: 'ga4', vars: { MEASUREMENT_ID: 'G-ABCDE12345' } }],
      processors: ['hetzner'],
    };
    const app = await start({ database, options: { seed } });
    const served = async (locale: string) => (await app.http.get(`${CONFIG}?locale=${locale}`)).body;
    const [en, de, fr] = [await served('en'), await served('de'), await served('fr')];
    expect([en.banner.title, de.banner.title, fr.banner.title]).toEqual([
      'Your privacy',
      'Ihre Privatsphäre',
      'Your privacy',
    ]);
    expect(de.categories.map(({ label }: { label: string }) => label)).toEqual([
      'Notwendig',
      'Funktional',
      'Statistik',
      'Marketing',
    ]);
    expect(de.categories.map(({ key }: { key: string }) => key)).toEqual(
      en.categories.map(({ key }: { key: string }) => key),
    );
    expect(de.trackers[0].purpose).not.toBe(en.trackers[0].purpose);
    expect(de.trackers[0].cookies).toHaveLength(en.trackers[0].cookies.length);
    const purposes = await app.strapi.db.query(UIDS.processor).findMany({ select: ['purpose', 'locale'] });
    expect(new Set(purposes.map(({ purpose }) => purpose)).size).toBe(2);
  });

  it('what was read before the seeds is served by no instance, also where another one has seeded', async () => {
    const { strapi } = await start();
    const before = await getVersionsService(strapi).published();
    // As on the instance that had to wait: it finds everything seeded.
    await getSeedsService(strapi).firstStart();
    expect(await getVersionsService(strapi).published()).not.toBe(before);
  });

  it('a locale of the seeds that the site does not have is warned about at every start', async () => {
    const app = await start({ options: { seed: { locale: 'fr' } } });
    const warn = vi.spyOn(app.strapi.log, 'warn');
    const startAgain = () => app.strapi.plugin('consent').service('seeds').firstStart();
    await startAgain();
    expect(warn).toHaveBeenCalledExactlyOnceWith(
      expect.stringMatching(/seed\.locale is "fr".*\(it has en\).*Settings > Internationalization/),
    );
    await addLocale(app.strapi, 'fr');
    await startAgain();
    expect(warn).toHaveBeenCalledOnce();
    warn.mockRestore();
  });

  it('the texts are German where that is the default locale', async () => {
    const database = await preparedDatabase(kind);
    const empty = await start({ database, options: { seed: false } });
    await addLocale(empty.strapi, 'de');
    await empty.strapi.plugin('i18n').service('locales').setDefaultLocale({ code: 'de' });
    const app = await start({ database });
    const { body } = await app.http.get(CONFIG);
    expect(body.locale).toBe('de');
    expect(body.banner.labels.rejectAll).toBe('Alle ablehnen');
    expect(body.categories[0].label).toBe('Notwendig');
  });

  it.each([
    ['en', ['at least 45 days', '48 months', 'for 48 months']],
    ['de', ['mindestens 45 Tage', '48 Monate', 'Nachweis bewahren wir 48 Monate']],
  ])(
    'the legal documents in %s say what the settings say, however those change later',
    async (locale, said) => {
      const app = await start();
      await addLocale(app.strapi, 'de');
      await createLegalPages(app.strapi, { company, documents: [...LEGAL_DOCUMENT_KINDS] }, 'en');
      const text = async (slug: string) =>
        JSON.stringify((await app.http.get(`/api/consent/legal/${slug}?locale=${locale}`)).body.content);
      expect(await text('subprocessors')).toContain('30');
      await updateSettings(app.strapi, {
        noticeDays: 45,
        noticeEmail: 'objections@shop.example',
        retentionMonths: 48,
      });
      const [notice, kept, proof] = said;
      expect(await text('subprocessors')).toContain(notice);
      expect(await text('subprocessors')).toContain('mailto:objections@shop.example');
      expect(await text('dpa')).toContain(notice);
      expect(await text('privacy')).toContain(kept);
      expect(await text('cookies')).toContain(proof);
      for (const slug of LEGAL_DOCUMENT_KINDS) expect(await text(slug)).not.toContain('[SETTING');
    },
  );

  it('K: the overview warns of documents that say otherwise than what is recorded now', async () => {
    const app = await start();
    await addLocale(app.strapi, 'de');
    await createLegalPages(app.strapi, { company }, 'en');
    const outdated = async () =>
      (await overviewInParts(app.strapi)).warnings
        .filter(({ code }) => code === 'outdated-statement')
        .map(({ subject }) => subject);
    expect(await outdated()).toEqual([]);
    await updateSettings(app.strapi, { recordingMode: 'none' });
    expect((await outdated()).toSorted()).toEqual([
      'Cookie policy (en)',
      'Cookie-Richtlinie (de)',
      'Datenschutzerklärung (de)',
      'Datenschutzerklärung (de)',
      'Privacy policy (en)',
      'Privacy policy (en)',
    ]);
  });

  it('seed: false creates nothing, and the config still fails closed', async () => {
    const app = await start({ options: { seed: false } });
    const { status, body } = await app.http.get(CONFIG);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      enabled: true,
      categories: [],
      trackers: [],
      jurisdiction: { model: 'opt-in' },
    });
  });

  it('what the bootstrap of an app writes is one release, once the server listens', async () => {
    const category = (key: string) => `await strapi.documents('${UIDS.category}').create({
      data: { key: '${key}', label: '${key}', description: 'Of the app.', order: 9 } });`;
    const app = await start({
      extension: `module.exports = (plugin) => {
        const { bootstrap } = plugin;
        plugin.bootstrap = async (input) => {
          const { strapi } = input;
          await bootstrap(input);
          ${['chat', 'maps', 'video'].map(category).join('\n')}
        };
        return plugin;
      };`,
    });
    const { releases } = getEvidenceStore(app.strapi);
    expect((await releases.latest())?.number).toBe(1);
    await listening(app);
    await vi.waitFor(async () => expect((await releases.latest())?.number).toBe(2));
    const { body } = await app.http.get(CONFIG);
    expect(body.categories.map(({ key }: { key: string }) => key)).toEqual(
      expect.arrayContaining(['chat', 'maps', 'video']),
    );
    expect((await releases.latest())?.number).toBe(2);
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
    const app = await start({ options: { seed: { categories: [own] } } });
    const { body } = await app.http.get(CONFIG);
    expect(body.categories).toEqual([own]);
  });

  it('a tracker of a category that there is not is left out, and the start goes on', async () => {
    const stray = { tracker: { ...chat.tracker, categoryKey: 'nowhere' } };
    const app = await start({ options: { seed: { trackers: [stray, chat] } } });
    const { body } = await app.http.get(CONFIG);
    expect(body.trackers).toHaveLength(1);
  });
});
