import { consentConfigSchema } from '@permesso/consent-core/schema';
import { expect, it } from 'vitest';
import { getConsentConfig } from '../server/src/config/service';
import { UIDS } from '../server/src/uids';
import { invalidateConfigCache } from '../server/src/versions';
import { publishedState } from '../server/src/versions/admin-controller';
import { onSqlite } from './support/app';
import { addLocale, addTracker, categoryId, edit, updateSettings } from './support/content';

const CONFIG = '/api/consent/config';

onSqlite('GET config in several languages', {}, (app) => {
  it('serves the locale asked for, else that of Accept-Language, else the default one', async () => {
    const { strapi, http } = app();
    await addLocale(strapi, 'de');
    await addLocale(strapi, 'fr-CH');
    const locale = async (query: string, language = '*') =>
      (await http.get(`${CONFIG}${query}`).set('Accept-Language', language)).body.locale;
    expect(await locale('')).toBe('en');
    expect(await locale('', 'de-AT,de;q=0.9,en;q=0.5')).toBe('de');
    expect(await locale('', 'en;q=0.5,fr;q=0.8')).toBe('fr-CH');
    expect(await locale('', 'en;Q=0.5,fr;Q=0.8')).toBe('fr-CH');
    const capital = { 'Accept-Language': 'de' };
    expect((await getConsentConfig(strapi, { headers: capital })).locale).toBe('de');
    expect(await locale('', 'pl,ja;q=0.5')).toBe('en');
    expect(await locale('?locale=de', 'en'), 'E3: the query wins').toBe('de');
    expect(await locale('?locale=xx', 'de'), 'E3: unknown falls back to the default').toBe('en');
    expect(await locale('?locale=de&locale=en')).toBe('de');
  });

  it.each([
    ['zh-Hant', 'zh-Hant'],
    ['zh-Hant-TW', 'zh-Hant'],
    ['zh-TW', 'zh-Hant'],
    ['zh-HK,zh-Hans;q=0.9', 'zh-Hant'],
    ['zh-CN', 'zh-Hans'],
    ['zh', 'zh-Hans'],
  ])('serves %s in %s: the script that it is read in', async (language, served) => {
    const { strapi, http } = app();
    const known: { code: string }[] = await strapi.plugin('i18n').service('locales').find();
    for (const code of ['zh-Hans', 'zh-Hant']) {
      if (!known.some((one) => one.code === code)) await addLocale(strapi, code);
    }
    expect((await http.get(CONFIG).set('Accept-Language', language)).body.locale).toBe(served);
    expect((await http.get(`${CONFIG}?locale=${language.split(',')[0]}`)).body.locale).toBe(served);
  });

  it('serves translated texts, and the default locale where a translation is missing', async () => {
    const { strapi, http } = app();
    await updateSettings(strapi, { bannerTitle: 'Deine Privatsphäre' }, 'de');
    const id = await addTracker(strapi, {
      name: 'Chat',
      purpose: 'Lets you chat.',
      cookies: [{ name: '_chat', storage: 'cookie', durationText: '1 day', description: 'Keeps it open.' }],
    });
    const cookies = [{ name: '_chat', storage: 'cookie', durationText: '1 Tag' }];
    await edit(strapi, UIDS.tracker, id, { cookies }, 'de');
    const { body } = await http.get(`${CONFIG}?locale=de`);
    expect(body.banner.title).toBe('Deine Privatsphäre');
    expect(body.banner.labels.acceptAll).toBe('Accept all');
    expect(body.categories[1].label).toBe('Functional');
    const [tracker] = body.trackers;
    expect(tracker).toMatchObject({ id, name: 'Chat', categoryKey: 'analytics', purpose: 'Lets you chat.' });
    expect(tracker.cookies).toEqual([
      { name: '_chat', storage: 'cookie', durationText: '1 Tag', description: 'Keeps it open.' },
    ]);
    expect((await http.get(CONFIG)).body.banner.title).toBe('Your privacy');
  });

  it('I3: serves what a tracker stores in every language, also where the default one lists nothing of it', async () => {
    const { strapi, http } = app();
    const stored = async (id: string, language: string) => {
      const { trackers } = (await http.get(`${CONFIG}?locale=${language}`)).body;
      return trackers.find((tracker: { id: string }) => tracker.id === id).cookies;
    };
    const analytics = await categoryId(strapi, 'analytics');
    await edit(strapi, UIDS.category, analytics, { label: 'Statistik' }, 'de');
    await edit(strapi, UIDS.category, analytics, { label: 'Mesure' }, 'fr-CH');
    const cookies = [{ name: '_s', storage: 'cookie', durationText: '1 jour' }];
    const french = await addTracker(strapi, { name: 'From France', cookies }, 'fr-CH');
    const everywhere = async () => {
      for (const language of ['en', 'de', 'fr-CH']) expect(await stored(french, language)).toEqual(cookies);
      const state = await publishedState(strapi, 'en');
      expect(state.trackers.find(({ documentId }) => documentId === french)?.cookies).toEqual(cookies);
    };
    await everywhere();
    await edit(strapi, UIDS.tracker, french, { purpose: 'Counts visits', category: analytics }, 'en');
    await everywhere();
    await edit(strapi, UIDS.tracker, french, { purpose: 'Zählt Besuche', category: analytics }, 'de');
    await everywhere();
    const locales = strapi.plugin('i18n').service('locales');
    await locales.setDefaultLocale({ code: 'de' });
    invalidateConfigCache(strapi);
    try {
      await everywhere();
    } finally {
      await locales.setDefaultLocale({ code: 'en' });
      invalidateConfigCache(strapi);
    }
    const others = [{ name: '_t', storage: 'cookie' }];
    await edit(strapi, UIDS.tracker, french, { cookies: others }, 'en');
    for (const language of ['en', 'de', 'fr-CH']) expect(await stored(french, language)).toEqual(others);
  });

  it('tells two cookies of one name apart by their domains', async () => {
    const { strapi, http } = app();
    const cookie = (domain: string | undefined, durationText: string) => ({
      name: 'NID',
      ...(domain && { domain }),
      storage: 'cookie',
      durationText,
    });
    const cookies = [cookie('.google.com', '6 months'), cookie('.youtube.com', '1 year')];
    const id = await addTracker(strapi, { name: 'Two of a name', cookies });
    const stored = async (language: string) => {
      const { trackers } = (await http.get(`${CONFIG}?locale=${language}`)).body;
      return trackers.find((tracker: { id: string }) => tracker.id === id).cookies;
    };
    expect(await stored('en')).toEqual(cookies);
    const german = [cookie('.youtube.com', '1 Jahr'), cookie('.google.com', '6 Monate')];
    await edit(strapi, UIDS.tracker, id, { cookies: german }, 'de');
    expect(await stored('de')).toEqual(german.toReversed());
    await edit(strapi, UIDS.tracker, id, { cookies: [cookie(undefined, '6 Monate')] }, 'de');
    expect(await stored('de'), 'of a list that knows no such domain').toEqual([
      cookie('.google.com', '6 Monate'),
      cookie('.youtube.com', '6 Monate'),
    ]);
  });

  it('serves the notes that an editor has written, and none where the built-in ones stand', async () => {
    const { strapi, http } = app();
    expect((await http.get(CONFIG)).body.banner).not.toHaveProperty('notes');
    await updateSettings(strapi, { noteOptOut: 'You may refuse that we sell or share your data.' });
    await updateSettings(strapi, { noteChanged: 'Wir haben etwas geändert.' }, 'de');
    const english = (await http.get(CONFIG)).body;
    expect(english.banner.notes).toEqual({ optOut: 'You may refuse that we sell or share your data.' });
    expect(consentConfigSchema.parse(english)).toEqual(english);
    expect((await http.get(`${CONFIG}?locale=de`)).body.banner.notes).toEqual({
      ...english.banner.notes,
      changed: 'Wir haben etwas geändert.',
    });
  });

  it('K: a translation shares key, kind and category with the original', async () => {
    const { strapi, http } = app();
    await edit(strapi, UIDS.category, await categoryId(strapi, 'analytics'), { label: 'Statistik' }, 'de');
    const german = (await http.get(`${CONFIG}?locale=de`)).body.categories[2];
    const english = (await http.get(CONFIG)).body.categories[2];
    expect(german).toEqual({ ...english, label: 'Statistik' });
  });

  it('has an etag for each locale', async () => {
    const german = await app().http.get(`${CONFIG}?locale=de`);
    expect(german.headers.etag).toBe(`"${german.body.versions.policyVersion}:de:opt-in"`);
  });
});
