import { beforeAll, describe, expect, it } from 'vitest';
import { UIDS } from '../server/src/schema';
import { fieldsOfType, signInAdmin } from './support/admin';
import { onEachDatabase } from './support/app';
import { addLocale } from './support/content';

onEachDatabase('the catalogue in the admin', {}, (app) => {
  let superAdmin: string;
  beforeAll(async () => {
    await addLocale(app().strapi, 'de');
    superAdmin = await signInAdmin(app());
  });
  const ask = (method: 'get' | 'post' | 'delete', path: string, token = superAdmin) =>
    app().http[method](`/consent/${path}`).set('Authorization', `Bearer ${token}`);
  const config = async (locale: string) =>
    (await app().http.get(`/api/consent/config?locale=${locale}`)).body;
  const ga4 = (more: object = {}) => ({
    preset: 'ga4',
    category: 'marketing',
    variables: { MEASUREMENT_ID: 'G-AB12CD34EF' },
    enabled: true,
    ...more,
  });

  /** A role that may create documents of a type with all of their fields, and one of them not. */
  const allBut = (uid: (typeof UIDS)[keyof typeof UIDS], refused: string) => {
    const fields = fieldsOfType(app(), uid).filter((name) => name !== refused);
    return signInAdmin(app(), [{ action: 'plugin::content-manager.explorer.create', subject: uid, fields }]);
  };

  describe('trackers', () => {
    it('says of each preset what it sets and which variables it needs, in the language asked for', async () => {
      const { body } = await ask('get', 'catalogue/trackers?locale=de');
      const preset = body.presets.find(({ key }: { key: string }) => key === 'ga4');
      expect(preset).toMatchObject({
        vendor: 'Google',
        category: 'analytics',
        kind: 'script',
        present: false,
      });
      expect(preset.cookies).toContainEqual(
        expect.objectContaining({ name: '_ga', durationText: '2 Jahre' }),
      );
      expect(preset.variables.map(({ name }: { name: string }) => name)).toContain('MEASUREMENT_ID');
      expect(body.categories.map(({ key }: { key: string }) => key)).toContain('marketing');
    });

    it('adds a tracker to the category that was chosen, in every language of the catalogue', async () => {
      const { status, body } = await ask('post', 'catalogue/trackers').send(ga4());
      expect(status).toBe(201);
      const find = async (locale: string) =>
        (await config(locale)).trackers.find(({ id }: { id: string }) => id === body.documentId);
      expect(await find('en')).toMatchObject({ name: 'Google Analytics', categoryKey: 'marketing' });
      expect((await find('en')).loader.src).toContain('G-AB12CD34EF');
      expect((await find('de')).cookies[0].durationText).toBe('2 Jahre');
      const again = await ask('get', 'catalogue/trackers');
      expect(again.body.presets.find(({ key }: { key: string }) => key === 'ga4').present).toBe(true);
    });

    it('adds one whose variables are still open only switched off', async () => {
      const open = ga4({ preset: 'gtm', variables: {} });
      const refused = await ask('post', 'catalogue/trackers').send(open);
      expect(refused.status).toBe(400);
      expect(refused.body.error.message).toContain('CONTAINER_ID');
      const { status } = await ask('post', 'catalogue/trackers').send({ ...open, enabled: false });
      expect(status).toBe(201);
      const names = (await config('en')).trackers.map(({ name }: { name: string }) => name);
      expect(names).not.toContain('Google Tag Manager');
    });

    it.each([
      ['a value of another form', { variables: { MEASUREMENT_ID: '"><script>' } }, 'MEASUREMENT_ID'],
      ['a variable that the preset does not have', { variables: { OTHER: 'x' } }, 'OTHER'],
      ['an unknown preset', { preset: 'constructor' }, 'preset'],
      ['an unknown category', { category: 'nowhere' }, 'nowhere'],
    ])('refuses %s, and says so', async (_what, wrong, named) => {
      const { status, body } = await ask('post', 'catalogue/trackers').send(ga4(wrong));
      expect(status).toBe(400);
      expect(body.error.message).toContain(named);
    });

    it('is closed to those who may not create trackers, or not all of their fields', async () => {
      const reader = await signInAdmin(app(), ['plugin::consent.overview.read']);
      expect((await ask('get', 'catalogue/trackers', reader)).status).toBe(403);
      expect((await ask('post', 'catalogue/trackers', reader).send(ga4())).status).toBe(403);
      const action = 'plugin::content-manager.explorer.create';
      const partly = await signInAdmin(app(), [
        { action, subject: UIDS.tracker, fields: ['name', 'enabled'] },
      ]);
      expect((await ask('get', 'catalogue/trackers', partly)).status).toBe(200);
      expect((await ask('post', 'catalogue/trackers', partly).send(ga4())).status).toBe(403);
    });

    it.each(['consentModeManaged', 'adapter'])('is closed to those who may not fill in %s', async (field) => {
      const token = await allBut(UIDS.tracker, field);
      const { status, body } = await ask('post', 'catalogue/trackers', token).send(ga4());
      expect([status, body.error.message]).toEqual([403, `Your role may not fill in ${field}`]);
    });
  });

  describe('processors', () => {
    let documentId: string;
    it('adds a processor, not verified, and the public list follows', async () => {
      const { body: catalogue } = await ask('get', 'catalogue/processors?locale=de');
      expect(catalogue.presets.find(({ key }: { key: string }) => key === 'hetzner').purpose).toMatch(
        /Hosting/,
      );
      const { status, body } = await ask('post', 'catalogue/processors').send({
        preset: 'hetzner',
        subprocessor: true,
        showInPrivacyPolicy: true,
        addedAt: '2026-02-01',
      });
      expect(status).toBe(201);
      documentId = body.documentId;
      const { body: list } = await ask('get', 'processors/public-list?locale=de');
      expect(list.locale).toBe('de');
      expect(list.processors).toContainEqual(
        expect.objectContaining({ id: documentId, name: 'Hetzner', verified: false, addedAt: '2026-02-01' }),
      );
      expect(list.processorChanges).toContainEqual(
        expect.objectContaining({ name: 'Hetzner', change: 'added' }),
      );
    });

    it('is verified by an act of a person, in their name, and the act can be taken back', async () => {
      const path = `processors/${documentId}/verification`;
      expect((await ask('get', path)).body).toMatchObject({ verified: false, at: null, by: null });
      const { body } = await ask('post', path);
      expect(body).toMatchObject({ verified: true, by: 'Ada Admin', changedSince: false });
      expect(Date.parse(body.at)).toBeGreaterThan(Date.now() - 60_000);
      const withdrawn = await ask('delete', path);
      expect(withdrawn.body).toMatchObject({ verified: false, at: null, by: null });
    });

    it('is not verified by saving a form', async () => {
      const token = superAdmin;
      const { status } = await app()
        .http.put(`/content-manager/collection-types/${UIDS.processor}/${documentId}`)
        .set('Authorization', `Bearer ${token}`)
        .send({ name: 'Hetzner Online', verified: true, verifiedBy: 'Nobody' });
      expect(status).toBe(200);
      const { body } = await ask('get', `processors/${documentId}/verification`);
      expect(body).toMatchObject({ verified: false, by: null });
    });

    it('is closed to those whose role does not allow it', async () => {
      const action = 'plugin::content-manager.explorer.read';
      const reader = await signInAdmin(app(), [{ action, subject: UIDS.processor, fields: ['name'] }]);
      const path = `processors/${documentId}/verification`;
      expect((await ask('get', path, reader)).status).toBe(200);
      expect((await ask('post', path, reader)).status).toBe(403);
      expect((await ask('delete', path, reader)).status).toBe(403);
      expect((await ask('get', 'catalogue/processors', reader)).status).toBe(403);
      const nobody = await signInAdmin(app(), []);
      expect((await ask('get', path, nobody)).status).toBe(403);
      expect((await ask('get', 'processors/public-list', nobody)).status).toBe(403);
    });
  });

  it.each(['transferNotes', 'subprocessorsUrl', 'state'])(
    'no processor is added by those who may not fill in %s',
    async (field) => {
      const token = await allBut(UIDS.processor, field);
      const addition = { preset: 'hetzner', subprocessor: true, showInPrivacyPolicy: true };
      const { status, body } = await ask('post', 'catalogue/processors', token).send(addition);
      expect([status, body.error.message]).toEqual([403, `Your role may not fill in ${field}`]);
    },
  );

  describe('what is published', () => {
    it('is told to those who may read what it is about, and to nobody else', async () => {
      const { body } = await ask('get', 'published-state?locale=en');
      expect(body.reconsentOn).toEqual(['documents', 'categories', 'trackers']);
      expect(body.categories[0]).toMatchObject({ key: 'necessary', required: true });
      const nobody = await signInAdmin(app(), []);
      expect((await ask('get', 'published-state', nobody)).status).toBe(403);
      const officer = await signInAdmin(app(), ['plugin::consent.records.read']);
      expect((await ask('get', 'published-state', officer)).status).toBe(200);
    });
  });
});
