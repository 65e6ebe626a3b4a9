import { consentConfigSchema } from '@permesso/consent-core/schema';
import { expect, it, vi } from 'vitest';
import { getConsentConfig } from '../server/src/config/service';
import { invalidateConfigCache } from '../server/src/versions';
import { onEachDatabase } from './support/app';
import { addTracker, updateSettings } from './support/content';
import { withoutDatabase } from './support/outage';

const CONFIG = '/api/consent/config';
const keys = (body: { categories: { key: string }[] }) => body.categories.map(({ key }) => key);
const names = (body: { trackers: { name: string }[] }) => body.trackers.map(({ name }) => name);

onEachDatabase('GET config', {}, (app, onSqliteOnly) => {
  it('an outage of the database is 503 with Retry-After, on every public route, and kept by no cache', async () => {
    await app().http.get(CONFIG);
    const origin = 'https://elsewhere.example';
    await withoutDatabase(app(), async () => {
      for (const path of ['config', 'subprocessors', 'legal', 'legal/privacy']) {
        const { status, headers, body } = await app().http.get(`/api/consent/${path}`);
        expect([path, status, headers['retry-after'], headers['cache-control'], headers.etag]).toEqual([
          ...[path, 503, '5', 'no-store', undefined],
        ]);
        const error = {
          status: 503,
          name: 'ServiceUnavailableError',
          message: expect.any(String),
          details: {},
        };
        expect(body).toEqual({ data: null, error });
        expect(JSON.stringify(body)).not.toContain('ECONN');
      }
      expect((await app().http.get(CONFIG).set('Origin', origin)).status).toBe(403);
      expect((await app().http.get('/api/consent/nothing')).status).toBe(404);
      const said = vi.mocked(app().strapi.log.error).mock.calls.map(([message]) => String(message));
      expect(said, 'once, not once for each visitor').toEqual([
        'consent: the database does not answer: ECONNREFUSED: connect ECONNREFUSED',
      ]);
      expect((await app().http.get('/admin/init')).status, 'what is not ours').toBe(500);
    });
    expect((await app().http.get(CONFIG)).status).toBe(200);
  });

  onSqliteOnly(() => {
    it('an error that is not the database stays 500: asking again would not mend it', async () => {
      const { strapi, http } = app();
      const log = vi.spyOn(strapi.log, 'error').mockImplementation(() => strapi.log);
      const broken = vi.spyOn(
        strapi.plugin('consent').service('config') as { rendered(): never },
        'rendered',
      );
      broken.mockImplementation(() => {
        throw new Error('Duplicated item key: plugin::content-manager.explorer.create');
      });
      expect((await http.get(CONFIG)).status).toBe(500);
      for (const spy of [log, broken]) spy.mockRestore();
    });
  });

  it('serves a valid ConsentConfig with the model of the country', async () => {
    const { status, body } = await app().http.get(CONFIG).set('cf-ipcountry', 'de');
    expect(status).toBe(200);
    expect(consentConfigSchema.parse(body)).toEqual(body);
    expect(body.jurisdiction).toEqual({ country: 'DE', model: 'opt-in' });
    expect(keys(body)).toEqual(['necessary', 'functional', 'analytics', 'marketing']);
    expect(body.cookie).toEqual({ name: 'pl-consent', maxAgeDays: 365, sameSite: 'lax' });
    expect(body.recording).toEqual({ enabled: true, endpoint: '/api/consent/records' });
  });

  onSqliteOnly(() => {
    it('says which hosts a tracker loads from, and nothing of recording mode, processors or environments', async () => {
      const hosts = ['www.video.example', '*.pictures.example', 'maps.example/embed'];
      await addTracker(app().strapi, { name: 'Everywhere', environments: [], hosts });
      const { body } = await app().http.get(CONFIG);
      expect(Object.keys(body.recording).sort()).toEqual(['enabled', 'endpoint']);
      expect(body).not.toHaveProperty('processors');
      expect(body.trackers[0]).not.toHaveProperty('environments');
      expect(body.trackers[0].hosts).toEqual(hosts);
    });

    it.each([
      ['US', 'opt-out'],
      ['JP', 'notice'],
      ['GB', 'opt-in'],
      ['XX', 'opt-in'],
    ])('D: a visitor from %s has the model %s', async (country, model) => {
      const { body } = await app().http.get(CONFIG).set('x-vercel-ip-country', country);
      expect(body.jurisdiction.model).toBe(model);
    });

    it('D3: an unknown country falls back to opt-in', async () => {
      const { body } = await app().http.get(CONFIG);
      expect(body.jurisdiction).toEqual({ country: null, model: 'opt-in' });
    });

    it('D4: the country headers of the great proxies are read in their order, and the first present decides', async () => {
      const headers: [string, string][] = [
        ['cf-ipcountry', 'DE'],
        ['x-vercel-ip-country', 'FR'],
        ['x-country', 'JP'],
        ['cloudfront-viewer-country', 'US'],
      ];
      for (const [index, [, country]] of headers.entries()) {
        const { body } = await app()
          .http.get(CONFIG)
          .set(Object.fromEntries(headers.slice(index)));
        expect(body.jurisdiction.country).toBe(country);
      }
    });

    it('D4: an empty header is not taken for a missing one, whichever was there first', async () => {
      for (const order of [
        [{}, { 'cf-ipcountry': '' }],
        [{ 'cf-ipcountry': '' }, {}],
      ]) {
        invalidateConfigCache(app().strapi);
        for (const headers of order) {
          const { body } = await app()
            .http.get(CONFIG)
            .set({ 'x-country': 'US', ...headers });
          expect(body.jurisdiction.country).toBe('cf-ipcountry' in headers ? null : 'US');
        }
      }
    });

    it('D4: the region is read from whichever proxy tells it, in either form', async () => {
      for (const [name, value] of [
        ['x-vercel-ip-country-region', 'QC'],
        ['cloudfront-viewer-country-region', 'CA-QC'],
        ['cf-region-code', 'qc'],
      ]) {
        const { body } = await app()
          .http.get(CONFIG)
          .set('cf-ipcountry', 'CA')
          .set(name ?? '', value ?? '');
        expect(body.jurisdiction).toEqual({ country: 'CA', model: 'opt-in' });
      }
    });

    it('names the region where that is asked for, to its visitor alone', async () => {
      const asked = (region: string, query: object, headers: Record<string, string> = {}) =>
        app()
          .http.get(CONFIG)
          .query(query)
          .set({ 'cf-ipcountry': 'US', 'cf-region-code': region, ...headers });
      const texan = await asked('tx', { with: 'region' });
      expect(texan.body.jurisdiction).toEqual({ country: 'US', model: 'opt-out', region: 'US-TX' });
      expect(consentConfigSchema.parse(texan.body)).toEqual(texan.body);
      expect(texan.headers['cache-control']).toBe('private, max-age=60');
      const known = { 'if-none-match': texan.headers.etag ?? '' };
      expect((await asked('TX', { with: 'region' }, known)).status).toBe(304);
      const virginian = await asked('VA', { with: 'region' }, known);
      expect([virginian.status, virginian.body.jurisdiction.region]).toEqual([200, 'US-VA']);
      const usual = await asked('TX', {});
      expect(usual.body.jurisdiction).toEqual({ country: 'US', model: 'opt-out' });
      expect([usual.headers['cache-control'], usual.headers.etag === texan.headers.etag]).toEqual([
        expect.stringMatching(/^public/),
        false,
      ]);
    });

    it('D1: says which regions have a law of their own, also with a 304: all others are answered as their country', async () => {
      const first = await app().http.get(CONFIG);
      expect(first.headers['consent-regions']?.split(', ')).toContain('CA-QC');
      const again = await app()
        .http.get(CONFIG)
        .set('If-None-Match', first.headers.etag ?? '');
      expect([again.status, again.headers['consent-regions']]).toEqual([
        304,
        first.headers['consent-regions'],
      ]);
    });
  });

  it('D1: a region is more specific than its country', async () => {
    const quebec = await app().http.get(CONFIG).set('cf-ipcountry', 'CA').set('cf-region-code', 'QC');
    expect(quebec.body.jurisdiction).toEqual({ country: 'CA', model: 'opt-in' });
    await updateSettings(app().strapi, {
      regions: [{ region: 'US-CA', model: 'opt-in', law: 'our choice' }],
    });
    const california = await app().http.get(CONFIG).set('cf-ipcountry', 'US').set('cf-region-code', 'CA');
    const texas = await app().http.get(CONFIG).set('cf-ipcountry', 'US').set('cf-region-code', 'TX');
    expect([california.body.jurisdiction.model, texas.body.jurisdiction.model]).toEqual([
      'opt-in',
      'opt-out',
    ]);
    const { policyVersion, ...material } = texas.body.versions;
    await updateSettings(app().strapi, { regions: null });
    // Which model applies where is published: it makes another policy, and asks nobody again (G1).
    const { body } = await app().http.get(CONFIG).set('cf-ipcountry', 'US');
    expect(body.versions).toEqual({ ...material, policyVersion: expect.not.stringMatching(policyVersion) });
  });

  onSqliteOnly(() => {
    it('D2: a law holds from its first midnight in UTC, also where the answer of the day before is at hand', async () => {
      const { body: now } = await app().http.get(CONFIG);
      const modelInChile = async () =>
        (await app().http.get(CONFIG).set('cf-ipcountry', 'CL')).body.jurisdiction.model;
      const midnight = Date.parse('2026-12-01T00:00:00Z');
      const clock = vi.useFakeTimers({ toFake: ['Date'], now: midnight - 1 });
      try {
        expect(await modelInChile()).toBe('notice');
        clock.setSystemTime(midnight);
        expect(await modelInChile()).toBe('opt-in');
        expect((await app().http.get(CONFIG)).body.versions).toEqual(now.versions);
      } finally {
        vi.useRealTimers();
      }
    });

    it('D1: a country beats the EEA, and the EEA the fallback', async () => {
      const model = async (country: string) =>
        (await app().http.get(CONFIG).set('cf-ipcountry', country)).body.jurisdiction.model;
      const eea = { region: 'EEA', model: 'notice', law: 'our choice' };
      await updateSettings(app().strapi, { regions: [eea] });
      expect([await model('DE'), await model('FR')]).toEqual(['notice', 'notice']);
      // The order of the rows does not matter between a country and the EEA.
      await updateSettings(app().strapi, { regions: [{ ...eea, region: 'DE', model: 'opt-out' }, eea] });
      expect([await model('DE'), await model('FR'), await model('XX')]).toEqual([
        'opt-out',
        'notice',
        'opt-in',
      ]);
      await updateSettings(app().strapi, { regions: null });
    });

    it('has the headers of the interface', async () => {
      const { headers, body } = await app().http.get(CONFIG).set('cf-ipcountry', 'DE');
      expect(headers['cache-control']).toBe('public, max-age=60, s-maxage=300, stale-while-revalidate=86400');
      expect(headers.etag).toBe(`"${body.versions.policyVersion}:en:opt-in"`);
    });

    it('K: vary names language, origin and every header that decides', async () => {
      const { headers } = await app().http.get(CONFIG);
      const vary = String(headers.vary).toLowerCase().split(/,\s*/);
      expect(vary).toEqual(
        expect.arrayContaining([
          'accept-language',
          'origin',
          'cf-ipcountry',
          'x-vercel-ip-country',
          'x-country',
          'cloudfront-viewer-country',
          'x-vercel-ip-country-region',
          'cloudfront-viewer-country-region',
          'cf-region-code',
        ]),
      );
    });
  });

  it('E3: answers 304 to the current etag, and 200 to that of another model or version', async () => {
    const first = await app().http.get(CONFIG).set('cf-ipcountry', 'DE');
    const again = (etag: string, country: string) =>
      app().http.get(CONFIG).set('cf-ipcountry', country).set('If-None-Match', etag);
    const etag = first.headers.etag as string;
    const same = await again(etag, 'DE');
    expect(same.status).toBe(304);
    expect(same.text).toBe('');
    expect((await again(etag, 'US')).status).toBe(200);
    await updateSettings(app().strapi, { bannerTitle: 'Cookies?' });
    expect((await again(etag, 'DE')).status).toBe(200);
  });

  onSqliteOnly(() => {
    it('getConsentConfig answers exactly what the endpoint does', async () => {
      const { strapi, http } = app();
      const { body } = await http.get(CONFIG).set('cf-ipcountry', 'US').set('Accept-Language', 'en');
      const headers = { 'cf-ipcountry': 'US', 'accept-language': 'en' };
      expect(await getConsentConfig(strapi, { headers })).toEqual(body);
      expect(await getConsentConfig(strapi, { req: { headers } })).toEqual(body);
      expect(await getConsentConfig(strapi, { headers: new Headers(headers) })).toEqual(body);
      const capital = { 'CF-IPCountry': 'US', 'Accept-Language': 'en' };
      expect(await getConsentConfig(strapi, { headers: capital })).toEqual(body);
      expect(await getConsentConfig(strapi, { country: 'us' })).toEqual(body);
    });

    it('D1: an explicit model wins over the place', async () => {
      const config = await getConsentConfig(app().strapi, { country: 'DE', model: 'notice' });
      expect(config.jurisdiction).toEqual({ country: 'DE', model: 'notice' });
    });
  });

  it('K: what a transaction shows before it is rolled back is served to nobody', async () => {
    const { strapi, http } = app();
    const before = (await http.get(CONFIG)).body;
    const abandoned = strapi.db.transaction(async () => {
      await updateSettings(strapi, { bannerTitle: 'Never said' });
      invalidateConfigCache(strapi);
      expect((await getConsentConfig(strapi)).banner.title).toBe('Never said');
      throw new Error('rolled back');
    });
    await expect(abandoned).rejects.toThrow('rolled back');
    expect((await http.get(CONFIG)).body).toEqual(before);
  });

  onSqliteOnly(() => {
    it('what a caller does to its config stays with the caller', async () => {
      const config = await getConsentConfig(app().strapi);
      config.categories.length = 0;
      expect(await getConsentConfig(app().strapi)).not.toEqual(config);
    });

    it('serves enabled trackers only, each where it belongs', async () => {
      const { strapi, http } = app();
      await addTracker(strapi, { name: 'Off', enabled: false });
      await addTracker(strapi, { name: 'Production only', environments: ['production'] });
      await addTracker(strapi, { name: 'Tests only', environments: ['test'] });
      const { body } = await http.get(CONFIG);
      expect(names(body)).toEqual(['Everywhere', 'Tests only']);
      const live = await getConsentConfig(strapi, { environment: 'production' });
      expect(names(live)).toEqual(['Everywhere', 'Production only']);
      expect(live.versions, 'K: the policy version is that before the filter').toEqual(body.versions);
    });
  });

  it('serves a tracker with its loader and what it stores', async () => {
    await addTracker(app().strapi, {
      name: 'Whole',
      categoryKey: 'marketing',
      vendor: 'Driftwood',
      vendorPrivacyUrl: 'https://driftwood.example/privacy',
      purpose: 'Advertising.',
      cookies: [
        { name: '_vm_*', storage: 'cookie', durationText: '3 months', description: 'Recognises you.' },
      ],
      loaderSrc: 'https://driftwood.example/tag.js',
      loaderStrategy: 'lazy',
      loaderAttributes: { 'data-site': '42' },
      adapter: 'meta',
    });
    const { body } = await app().http.get(CONFIG);
    expect(body.trackers.find(({ name }: { name: string }) => name === 'Whole')).toMatchObject({
      categoryKey: 'marketing',
      kind: 'script',
      vendor: 'Driftwood',
      cookies: [
        { name: '_vm_*', storage: 'cookie', durationText: '3 months', description: 'Recognises you.' },
      ],
      loader: {
        src: 'https://driftwood.example/tag.js',
        strategy: 'lazy',
        attributes: { 'data-site': '42' },
        consentModeManaged: false,
        adapter: 'meta',
      },
    });
  });

  it('what is not finished yet never makes the config invalid', async () => {
    const { strapi, http } = app();
    await addTracker(strapi, { name: 'Pixel to be', kind: 'pixel', loaderInline: 'x' });
    await addTracker(strapi, { name: 'Script to be', vendor: '', vendorPrivacyUrl: '', loaderSrc: '' });
    await updateSettings(strapi, {
      bannerTitle: '',
      bannerDescription: null,
      linkPrivacy: '',
      linkCookies: '/cookies',
    });
    const { body } = await http.get(CONFIG);
    expect(consentConfigSchema.parse(body)).toEqual(body);
    expect(body.banner.links).toEqual({ cookies: '/cookies' });
    const pixel = body.trackers.find(({ name }: { name: string }) => name === 'Pixel to be');
    expect(pixel).not.toHaveProperty('loader');
  });

  onSqliteOnly(() => {
    it('C8: switched off, it says so and records nothing', async () => {
      await updateSettings(app().strapi, { enabled: false });
      const { body } = await app().http.get(CONFIG);
      expect(body).toMatchObject({ enabled: false, recording: { enabled: false } });
      await updateSettings(app().strapi, { enabled: true });
    });

    it('has visitors decide on each service where the settings say so, also on trackers without a key', async () => {
      const { strapi, http } = app();
      await addTracker(strapi, { name: 'A player', key: 'player' });
      await addTracker(strapi, { name: 'Without a key' });
      const before = (await http.get(CONFIG)).body;
      expect(before.services).toEqual({ player: 'analytics' });
      expect(before).not.toHaveProperty('granularity');
      await updateSettings(strapi, { granularity: 'service' });
      const { body } = await http.get(CONFIG);
      expect(consentConfigSchema.parse(body)).toEqual(body);
      expect(body.granularity).toBe('service');
      const unnamed = body.trackers.find(({ name }: { name: string }) => name === 'Without a key');
      expect(unnamed.key).toBe(unnamed.id);
      expect(body.services).toMatchObject({ player: 'analytics', [unnamed.id]: 'analytics' });
      // It is published: the policy version follows, and nobody is asked again for it.
      const { policyVersion, ...material } = body.versions;
      expect(policyVersion).not.toBe(before.versions.policyVersion);
      expect(before.versions).toMatchObject(material);
      await updateSettings(strapi, { granularity: null });
    });

    it('F1: the settings override the options', async () => {
      await updateSettings(app().strapi, { recordingMode: 'none', fallbackModel: 'notice' });
      const { body } = await app().http.get(CONFIG);
      expect(body.recording.enabled).toBe(false);
      expect(body.jurisdiction.model).toBe('notice');
      await updateSettings(app().strapi, { recordingMode: null, fallbackModel: null });
      const back = await app().http.get(CONFIG);
      expect([back.body.recording.enabled, back.body.jurisdiction.model]).toEqual([true, 'opt-in']);
    });

    it('consent_jurisdiction tries out a place outside production, and is never cached', async () => {
      const { body, headers } = await app()
        .http.get(`${CONFIG}?consent_jurisdiction=ca-qc`)
        .set('cf-ipcountry', 'JP');
      expect(body.jurisdiction).toEqual({ country: 'CA', model: 'opt-in' });
      expect(headers['cache-control']).toBe('no-store');
    });

    it('an empty consent_jurisdiction tries out nothing', async () => {
      for (const empty of ['', '%20', '-', '%20-CA']) {
        const { body, headers } = await app()
          .http.get(`${CONFIG}?consent_jurisdiction=${empty}`)
          .set('cf-ipcountry', 'JP');
        expect(body.jurisdiction).toEqual({ country: 'JP', model: 'notice' });
        expect(headers['cache-control']).toContain('public');
      }
    });

    it('K: what looks alike when strung together is not taken for the same', async () => {
      const place = async (query: string) => (await app().http.get(`${CONFIG}?${query}`)).body.jurisdiction;
      expect((await place('locale=en%0AX&consent_jurisdiction=US')).country).toBe('US');
      expect((await place('locale=en&consent_jurisdiction=X%0AUS')).country).toBeNull();
    });
  });
});
