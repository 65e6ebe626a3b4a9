import type { ConsentConfig } from '@permesso/consent-core';
import { resolveConsent } from '@permesso/consent-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { UIDS } from '../server/src/uids';
import { signInAdmin } from './support/admin';
import { onEachDatabase } from './support/app';
import { addLocale } from './support/content';

const OPTIONS = {
  recording: { retentionMonths: 24 },
  jurisdiction: { overrides: [{ region: 'US', model: 'opt-in' as const, law: 'our choice' }] },
};

onEachDatabase('the settings in the admin', { options: OPTIONS }, (app, onSqliteOnly) => {
  let superAdmin: string;
  beforeAll(async () => {
    superAdmin = await signInAdmin(app());
    await addLocale(app().strapi, 'de');
  });
  const ask = (method: 'get' | 'put' | 'post', path = '', token = superAdmin) =>
    app().http[method](`/consent/settings${path}`).set('Authorization', `Bearer ${token}`);
  const config = async (locale = 'en'): Promise<ConsentConfig> =>
    (await app().http.get(`/api/consent/config?locale=${locale}`)).body;

  onSqliteOnly(() => {
    it('says of each value whether it is set, comes from an option, or is built in', async () => {
      const { body } = await ask('get');
      expect(body.shared.retentionMonths).toBeNull();
      expect(body.fallbacks.retentionMonths).toEqual({ value: 24, from: 'option' });
      expect(body.fallbacks.recordingMode).toEqual({ value: 'anonymous', from: 'default' });
      expect(body.shared.noticeDays).toBe(30);
      expect(body.optionRows).toEqual(OPTIONS.jurisdiction.overrides);
      expect(body.locales).toEqual({ default: 'en', all: ['de', 'en'] });
      expect(body.fixed).toMatchObject({ processors: true, basePath: '/consent' });
    });
  });

  it('writes what is named and nothing else, each text in its locale, and the config follows', async () => {
    const { status, body } = await ask('put').send({
      shared: { bannerPosition: 'center' },
      texts: { de: { bannerTitle: 'Ihre Privatsphäre' } },
    });
    expect(status).toBe(200);
    expect(body.texts.de.bannerTitle).toBe('Ihre Privatsphäre');
    expect((await config('de')).banner).toMatchObject({ title: 'Ihre Privatsphäre', position: 'center' });
    expect((await config('en')).banner).toMatchObject({ title: 'Your privacy', position: 'center' });
  });

  onSqliteOnly(() => {
    it('are shown and changed nowhere else: the content manager would know neither their permission nor a conflict', async () => {
      const entry = '/content-manager/single-types/plugin::consent.setting';
      const byHand = (method: 'get' | 'put') =>
        app().http[method](entry).set('Authorization', `Bearer ${superAdmin}`).send({});
      expect([(await byHand('get')).status, (await byHand('put')).status]).toEqual([403, 403]);
      const { contentTypes } = (
        await app().http.get('/content-manager/init').set('Authorization', `Bearer ${superAdmin}`)
      ).body.data as { contentTypes: { uid: string; isDisplayed: boolean }[] };
      const displayed = contentTypes.filter(
        ({ uid, isDisplayed }) => isDisplayed && uid.startsWith('plugin::consent.'),
      );
      expect(displayed.map(({ uid }) => uid).sort()).toEqual(
        [UIDS.category, UIDS.legalPage, UIDS.processor, UIDS.tracker].sort(),
      );
    });
  });

  it('goes back to the option or the default where a value is set to null', async () => {
    await ask('put').send({ shared: { bannerPosition: null }, texts: { de: { bannerTitle: null } } });
    expect((await config('de')).banner).toMatchObject({ title: 'Your privacy', position: 'bottom' });
  });

  describe('a change that names what it replaces', () => {
    const replace = (title: string, before: string | null) =>
      ask('put').send({
        shared: { noticeDays: 30 },
        texts: { de: { bannerTitle: title } },
        replaces: { shared: { noticeDays: 30 }, texts: { de: { bannerTitle: before } } },
      });

    it('is written where that is what is stored, or what was wanted is there already', async () => {
      for (const [title, before] of [
        ['Eins', null],
        ['Zwei', 'Eins'],
        ['Zwei', 'Eins'],
      ] as const) {
        expect((await replace(title, before)).status).toBe(200);
      }
      expect((await config('de')).banner.title).toBe('Zwei');
    });

    it('is refused with what is stored where somebody else has set another value, of two at once too', async () => {
      const answers = await Promise.all(['Drei', 'Vier'].map((title) => replace(title, 'Zwei')));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const [kept, refused] = answers.sort((one, other) => one.status - other.status);
      expect(refused?.body.error.name).toBe('ConflictError');
      expect(refused?.body.error.details.settings).toEqual(kept?.body);
      expect((await config('de')).banner.title).toBe(kept?.body.texts.de.bannerTitle);
      await ask('put').send({ texts: { de: { bannerTitle: null } } });
    });
  });

  onSqliteOnly(() => {
    it('say of every place which model Google is told of it, anew with each row, also to whom no row concerns', async () => {
      const asked = async () => {
        const { headers, body } = await app().http.get('/api/consent/config').set('cf-ipcountry', 'DE');
        return { etag: headers.etag, places: body.consentMode.regions };
      };
      const before = await asked();
      expect(before.places).not.toContainEqual(expect.objectContaining({ model: 'none' }));
      const regions = [{ region: 'JP', model: 'none', law: 'ours' }];
      expect((await ask('put').send({ shared: { regions } })).status).toBe(200);
      const after = await asked();
      expect(after.places).toContainEqual({ model: 'none', region: ['JP'] });
      expect(after.etag).not.toBe(before.etag);
      await ask('put').send({ shared: { regions: null } });
    });

    it('publishes on which pages the banner keeps quiet, as browsers name them, and asks nobody again', async () => {
      const before = (await config('en')).versions;
      const quietPages = ['/imprint/', '/datenschutzerklärung', '/legal/*'];
      expect((await ask('put').send({ shared: { quietPages } })).status).toBe(200);
      const { banner, versions } = await config('en');
      expect(banner.quietPages).toEqual(['/imprint', '/datenschutzerkl%C3%A4rung', '/legal/*']);
      expect(versions).toEqual({ ...before, policyVersion: versions.policyVersion });
      expect(versions.policyVersion).not.toBe(before.policyVersion);
      await ask('put').send({ shared: { quietPages: null } });
      expect((await config('en')).banner).not.toHaveProperty('quietPages');
    });

    it('takes an editor’s row, which wins over that of an option', async () => {
      const rows = [{ region: 'US', model: 'notice', law: 'Counsel’s advice' }];
      expect((await ask('put').send({ shared: { regions: rows } })).status).toBe(200);
      const { jurisdiction } = (await app().http.get('/api/consent/config').set('cf-ipcountry', 'US')).body;
      expect(jurisdiction.model).toBe('notice');
    });

    it.each([
      ['a number out of range', { shared: { retentionMonths: 0 } }, 'shared.retentionMonths'],
      [
        'a page that is the whole site',
        { shared: { quietPages: ['/imprint', '/*'] } },
        'shared.quietPages.1',
      ],
      ['no e-mail address', { shared: { noticeEmail: 'nobody' } }, 'shared.noticeEmail'],
      [
        'a link that runs something',
        { texts: { en: { linkPrivacy: 'javascript:alert(1)' } } },
        'texts.en.linkPrivacy',
      ],
      [
        'a region that is none',
        { shared: { regions: [{ region: 'Utopia', model: 'none', law: '' }] } },
        'shared.regions.0.region',
      ],
      ['a field that is none', { shared: { colour: 'red' } }, 'shared'],
      ['a locale that is none', { texts: { xx: { bannerTitle: 'X' } } }, 'texts.xx'],
      ['a NUL in a text', { texts: { en: { bannerTitle: 'a\0b' } } }, 'texts.en.bannerTitle'],
      ['a NUL in a link', { texts: { en: { linkCookies: '/a\0b' } } }, 'texts.en.linkCookies'],
      [
        'a NUL in a law',
        { shared: { regions: [{ region: 'US', model: 'none', law: '\0' }] } },
        'shared.regions.0.law',
      ],
    ])('refuses %s and names its path', async (_, change, path) => {
      const { status, body } = await ask('put').send(change);
      expect(status).toBe(400);
      expect(body.error.details.errors.map((one: { path: string[] }) => one.path.join('.'))).toContain(path);
    });
  });

  describe('asking everyone again', () => {
    const now = () => Math.floor(Date.now() / 1000);
    const statusOf = async (before: ConsentConfig) => {
      const cookie = {
        v: 1 as const,
        id: crypto.randomUUID(),
        d: { functional: 0 as const, analytics: 1 as const, marketing: 0 as const },
        t: now(),
        pv: before.versions.policyVersion,
        cv: before.versions.categoriesVersion,
        tv: before.versions.trackersVersion,
        dv: before.versions.documentsVersion,
        j: 'in' as const,
        s: 'b' as const,
      };
      return resolveConsent(cookie, await config()).status;
    };

    it.each([
      ['documents', { reconsentOnCategories: false, reconsentOnTrackers: false }],
      ['categories', { reconsentOnDocuments: false, reconsentOnTrackers: false }],
      ['trackers', { reconsentOnDocuments: false, reconsentOnCategories: false }],
    ])('C5: makes stored decisions stale where only %s ask again', async (_, off) => {
      const on = { reconsentOnDocuments: true, reconsentOnCategories: true, reconsentOnTrackers: true };
      await ask('put').send({ shared: { ...on, ...off } });
      const before = await config();
      expect(await statusOf(before)).toBe('decided');
      const { status, body } = await ask('post', '/reconsents').send({ reason: 'New partners' });
      expect(status).toBe(200);
      expect(await statusOf(before)).toBe('stale');
      expect(await statusOf(await config())).toBe('decided');
      expect(body.asked[0]).toMatchObject({ askedBy: 'Ada Admin', reason: 'New partners' });
    });

    it('is refused where nothing would come of it', async () => {
      const off = { reconsentOnDocuments: false, reconsentOnCategories: false, reconsentOnTrackers: false };
      await ask('put').send({ shared: off });
      const before = await config();
      const { status, body } = await ask('post', '/reconsents').send({});
      expect([status, body.error.message]).toEqual([400, expect.stringMatching(/^Nobody would be asked/)]);
      expect((await config()).versions).toEqual(before.versions);
    });
  });

  it('G2: lists the versions that were served, with what each changed', async () => {
    await ask('put').send({ texts: { en: { bannerTitle: 'Cookies?' } } });
    await config();
    await ask('put').send({ shared: { urlPassthrough: true, reconsentOnTrackers: true } });
    await config();
    const { body } = await ask('get', '/versions');
    expect(body.served[0].changed.sort()).toEqual(['consentMode', 'reconsent']);
    expect(body.served[1].changed).toEqual(['banner']);
    expect(body.served[0].versions).toEqual(body.current);
    expect(body.since.policyVersion).toBe(body.served[0].since);
    expect(Date.parse(body.since.trackersVersion)).toBeLessThan(Date.parse(body.since.policyVersion));
    expect(body.on).toEqual(['trackers']);
  });

  onSqliteOnly(() => {
    it('is for those who may', async () => {
      const reader = await signInAdmin(app(), ['plugin::consent.settings.read']);
      const nobody = await signInAdmin(app(), ['plugin::consent.records.read']);
      expect((await ask('get', '', reader)).status).toBe(200);
      expect((await ask('get', '/versions', reader)).status).toBe(200);
      for (const [method, path] of [
        ['put', ''],
        ['post', '/reconsents'],
      ] as const) {
        expect((await ask(method, path, reader).send({})).status).toBe(403);
      }
      for (const path of ['', '/versions']) expect((await ask('get', path, nobody)).status).toBe(403);
      const writer = await signInAdmin(app(), ['plugin::consent.settings.update']);
      expect((await ask('post', '/reconsents', writer).send({})).status).toBe(403);
      const asker = await signInAdmin(app(), ['plugin::consent.settings.reconsent']);
      expect((await ask('post', '/reconsents', asker).send({})).status).toBe(200);
      expect((await app().http.get('/consent/settings')).status).toBe(401);
    });
  });

  it('G3: of the first saves at the same moment none is lost, and all are of one entry', async () => {
    const { strapi } = app();
    await strapi.db.query(UIDS.setting).deleteMany({});
    const changes = [
      { bannerPosition: 'center' },
      { expiresAfterMonths: 7 },
      { retentionMonths: 13 },
      { waitForUpdateMs: 700 },
      { noticeDays: 9 },
      { urlPassthrough: true },
    ];
    const saves = await Promise.all(changes.map((shared) => ask('put').send({ shared })));
    expect(saves.map(({ status }) => status)).toEqual(changes.map(() => 200));
    const rows = await strapi.db.query(UIDS.setting).findMany({});
    expect(new Set(rows.map(({ documentId }) => documentId)).size).toBe(1);
    expect((await ask('get')).body.shared).toMatchObject(Object.assign({}, ...changes));
  });

  it('saves what is published, where there are several entries', async () => {
    const { strapi } = app();
    await strapi.db.query(UIDS.setting).create({ data: { documentId: 'a'.repeat(24), locale: 'en' } });
    expect((await ask('put').send({ shared: { noticeDays: 11 } })).body.shared.noticeDays).toBe(11);
    expect((await ask('get')).body.shared.noticeDays).toBe(11);
  });
});
