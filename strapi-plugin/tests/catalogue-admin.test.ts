import { consentConfigSchema } from '@permesso/consent-core/schema';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { CRITERIA, latestRenewal } from '../server/src/assessments/criteria';
import { getEvidenceStore } from '../server/src/evidence';
import { contentAction } from '../server/src/http/admin-route';
import { getConsentOverview } from '../server/src/overview/overview';
import { bundleDocuments } from '../server/src/records/bundle-documents';
import { pluginAction, UIDS } from '../server/src/uids';
import { type EditorRole, fieldsOfType, signInAdmin, signInEditor, signInWithout } from './support/admin';
import { onSqlite } from './support/app';
import { addLocale, addTracker, categoryId, edit } from './support/content';
import { changeSettings, postRecord, recordsOf, submissionTo } from './support/records';

onSqlite('the catalogue in the admin', {}, (app) => {
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

  const roleOf = (role: EditorRole) => signInEditor(app(), role);
  const byHand = (method: 'get' | 'put', uid: EditorRole['on'], path: string, token: string) =>
    app()
      .http[method](`/content-manager/collection-types/${uid}/${path}`)
      .set('Authorization', `Bearer ${token}`);

  describe('trackers', () => {
    it('are listed in the content manager by what tells them apart', async () => {
      const { body } = await app()
        .http.get(`/content-manager/content-types/${UIDS.tracker}/configuration`)
        .set('Authorization', `Bearer ${superAdmin}`);
      expect(body.data.contentType.layouts.list).toEqual(['name', 'category', 'kind', 'enabled']);
    });

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
      expect(preset.variables).toMatchObject([
        { name: 'MEASUREMENT_ID', label: 'Mess-ID', description: expect.stringMatching(/Verwaltung/) },
        { name: 'CONSENT_MODE_MANAGED', label: 'Vor der Einwilligung laden (erweiterter Consent Mode)' },
      ]);
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

    it('is warned of while it runs and nobody has compared it with its vendor within a year', async () => {
      const { body } = await ask('post', 'catalogue/trackers').send(ga4({ enabled: false }));
      const { documentId } = body;
      const warned = async (now = new Date()) =>
        (await getConsentOverview(app().strapi, { now })).warnings.filter(
          (one) => one.code === 'catalogue-facts-unverified' && one.documentId === documentId,
        );
      const write = (fields: object) =>
        byHand('put', UIDS.tracker, documentId, superAdmin).query({ locale: 'en' }).send(fields);
      expect(await warned()).toEqual([]);
      expect((await write({ enabled: true })).status).toBe(200);
      expect(await warned()).toMatchObject([
        { field: 'factsCheckedAt', message: expect.stringMatching(/never compared .* at https:\/\//) },
      ]);
      const inAYear = new Date(Date.now() + 365 * 86_400_000).toISOString().slice(0, 10);
      expect((await write({ factsCheckedAt: inAYear })).status).toBe(200);
      expect(await warned()).toMatchObject([{ message: expect.stringContaining('was never compared') }]);
      const { policyVersion } = (await config('en')).versions;
      const today = new Date().toISOString().slice(0, 10);
      expect((await write({ factsCheckedAt: today })).status).toBe(200);
      expect(await warned()).toEqual([]);
      // It says nothing to visitors, so nobody is asked again.
      expect((await config('en')).versions.policyVersion).toBe(policyVersion);
      const later = new Date(Date.now() + 366 * 86_400_000);
      expect(await warned(later)).toMatchObject([{ message: expect.stringContaining(`on ${today}`) }]);
      expect((await write({ key: null, name: 'Our own counter' })).status).toBe(200);
      expect(await warned(later)).toEqual([]);
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
      const partly = await roleOf({ actions: ['create'], on: UIDS.tracker, fields: ['name', 'enabled'] });
      expect((await ask('get', 'catalogue/trackers', partly)).status).toBe(200);
      expect((await ask('post', 'catalogue/trackers', partly).send(ga4())).status).toBe(403);
    });

    it.each(['consentModeManaged', 'adapter'])('is closed to those who may not fill in %s', async (field) => {
      const token = await signInWithout(app(), UIDS.tracker, field);
      const { status, body } = await ask('post', 'catalogue/trackers', token).send(ga4());
      expect([status, body.error.message]).toEqual([403, `Your role may not fill in ${field}`]);
    });

    it('is closed to those who may not create trackers in each language that it writes', async () => {
      const token = await roleOf({ actions: ['create'], on: UIDS.tracker, locales: ['de'] });
      const { status, body } = await ask('post', 'catalogue/trackers', token).send(ga4());
      expect([status, body.error.message]).toEqual([403, 'Your role may not create this in en']);
    });

    it('is open to those who may only work on what they created', async () => {
      const conditions = ['admin::is-creator'];
      const token = await roleOf({ actions: ['create', 'read'], on: UIDS.tracker, conditions });
      const { status, body } = await ask('post', 'catalogue/trackers', token).send(ga4());
      expect(status).toBe(201);
      for (const locale of ['en', 'de']) {
        const read = await byHand('get', UIDS.tracker, `${body.documentId}?locale=${locale}`, token);
        expect(read.body.data, locale).toMatchObject({ name: 'Google Analytics', locale });
      }
    });
  });

  it.each(['trackers', 'processors'])(
    'lists %s by name, whatever is asked for as a language',
    async (kind) => {
      const names = async (locale: string) => {
        const { status, body } = await ask('get', `catalogue/${kind}?locale=${locale}`);
        expect(status).toBe(200);
        return body.presets.map(({ name }: { name: string }) => name);
      };
      const sorted = await names('de');
      expect(sorted).toEqual([...sorted].sort(new Intl.Collator('de').compare));
      for (const locale of ['en_US', 'x', '1']) expect(await names(locale)).toEqual(await names('en'));
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

    it('names a tracker that is switched off to those alone who may read it', async () => {
      const told = async (token?: string): Promise<string[]> => {
        const { body } = await ask('get', 'published-state', token);
        return body.trackers.map(({ name }: { name: string }) => name);
      };
      const trackers = app().strapi.documents(UIDS.tracker);
      const category = await app()
        .strapi.documents(UIDS.category)
        .findFirst({ filters: { key: 'marketing' } });
      const data = { kind: 'script', category: category?.documentId } as const;
      await trackers.create({ data: { ...data, name: 'Switched on', enabled: true } });
      await trackers.create({ data: { ...data, name: 'Switched off', enabled: false } });
      expect(await told()).toEqual(expect.arrayContaining(['Switched on', 'Switched off']));
      const reader = await roleOf({ actions: ['read'], on: UIDS.tracker });
      expect(await told(reader)).toEqual(expect.arrayContaining(['Switched on', 'Switched off']));
      const author = await roleOf({
        actions: ['read'],
        on: UIDS.tracker,
        conditions: ['admin::is-creator'],
      });
      const officer = await signInAdmin(app(), ['plugin::consent.records.read']);
      for (const token of [author, officer]) {
        const names = await told(token);
        expect(names).toContain('Switched on');
        expect(names).not.toContain('Switched off');
      }
    });
  });

  describe('what a category rests on', () => {
    const CRITERIA_MET = Object.fromEntries(
      CRITERIA.map((criterion) => [criterion, { met: true, note: 'As configured' }]),
    );
    const nextYear = () => latestRenewal(new Date());
    let id: string;
    let tracker: string;
    beforeAll(async () => {
      id = await categoryId(app().strapi, 'analytics');
      tracker = await addTracker(app().strapi, { name: 'Own counter' });
    });
    const view = async () => (await ask('get', `categories/${id}/assessments`)).body;
    const asSeen = async () =>
      (await view()).trackers.map(({ id, hash }: { id: string; hash: string }) => ({ id, hash }));
    const assess = async (answers: object = CRITERIA_MET, token = superAdmin, trackers?: object[]) =>
      ask('post', `categories/${id}/assessments`, token).send({
        answers,
        trackers: trackers ?? (await asSeen()),
        renewBy: nextYear(),
      });
    const inCountry = (country: string) => app().http.get('/api/consent/config').set('x-country', country);
    const basisIn = async (country: string): Promise<string | undefined> => {
      const { body } = await inCountry(country);
      expect(consentConfigSchema.parse(body)).toEqual(body);
      return body.categories.find(({ key }: { key: string }) => key === 'analytics').basis;
    };
    const warned = async (): Promise<string[]> =>
      (await ask('get', 'overview')).body.warnings
        .map(({ code }: { code: string }) => code)
        .filter((code: string) => code.startsWith('assessment'));

    it('is consent everywhere until somebody says what it is for, and one table of places from then on', async () => {
      expect([await basisIn('GB'), await basisIn('FR'), await warned()]).toEqual([undefined, undefined, []]);
      const before = (await inCountry('DE')).body.versions;
      await edit(app().strapi, UIDS.category, id, { purpose: 'audience-measurement' });
      // Nobody has assessed it: what is exempt asks for consent, what may be objected to needs no assessment.
      expect([await basisIn('GB'), await basisIn('FR')]).toEqual(['objection', undefined]);
      expect([await basisIn('DE'), await basisIn('US'), await basisIn('XX')]).toEqual(
        Array(3).fill(undefined),
      );
      expect(await warned()).toEqual(['assessment-missing']);
      const after = (await inCountry('DE')).body.versions;
      expect(after.policyVersion).not.toBe(before.policyVersion);
      expect(after.categoriesVersion, 'nobody is asked again for it').toBe(before.categoriesVersion);
    });

    it('is exempt once a person has answered all criteria, and says so in what is kept as evidence', async () => {
      expect((await view()).fault).toBe('missing');
      const { status, body } = await assess();
      expect([status, body.fault, body.assessments[0].assessedByName]).toEqual([201, null, 'Ada Admin']);
      expect([await basisIn('FR'), await basisIn('DE'), await warned()]).toEqual(['exempt', undefined, []]);
      const etags = [await inCountry('FR'), await inCountry('DE')].map(({ headers }) => headers.etag);
      expect(new Set(etags).size, 'one model, and two configs').toBe(2);

      const submission = await submissionTo(app(), { decisions: { functional: true, marketing: true } });
      expect((await postRecord(app(), submission)).status).toBe(201);
      const [record] = await recordsOf(app(), submission.consentId);
      // What is on without consent is in no record of consent.
      expect(record?.grantedCategories).toEqual(['functional', 'marketing']);
      const { snapshots, documents } = getEvidenceStore(app().strapi);
      const content = (await snapshots.byHash(record!.snapshot!))?.content;
      expect(content?.bases).toMatchObject({ FR: { analytics: 'exempt' }, GB: { analytics: 'objection' } });
      const kept = await documents.byHash(content!.assessments!.analytics!);
      expect(kept?.role).toBe('assessment');
      expect(JSON.parse(kept!.text)).toMatchObject({
        category: 'analytics',
        answers: CRITERIA_MET,
        trackers: [{ id: tracker, name: 'Own counter', hash: expect.stringMatching(/^[0-9a-f]{64}$/) }],
        assessedByName: 'Ada Admin',
        renewBy: nextYear(),
      });
      const bundled = await bundleDocuments(app().strapi, [record!]);
      expect(bundled.documents.map(({ role }) => role)).toContain('assessment');
      const { body: trail } = await ask('get', 'audit?action=assess');
      expect(trail.docs[0]).toMatchObject({
        action: 'assess',
        actor: { name: 'Ada Admin' },
        subject: { uid: UIDS.assessment, title: 'analytics' },
      });
    });

    it.each([
      ['a criterion is not met', 'unmet', 'assessment-missing'],
      ['a tracker has come since', 'trackers', 'assessment-outdated'],
      ['a tracker becomes another', 'trackers', 'assessment-outdated'],
      ['no hashes of its trackers were kept', 'trackers', 'assessment-outdated'],
      ['it is older than a year', 'overdue', 'assessment-outdated'],
    ])('is consent again as soon as %s', async (why, fault, warning) => {
      await assess();
      expect(await basisIn('FR')).toBe('exempt');
      const { strapi } = app();
      let undo = async (): Promise<unknown> => assess();
      if (fault === 'unmet') await assess({ ...CRITERIA_MET, notShared: { met: false, note: null } });
      const [{ id: newest }] = (await view()).assessments;
      const change = (data: object) =>
        strapi.db.query(UIDS.assessment).update({ where: { documentId: newest }, data });
      if (why === 'a tracker becomes another') {
        await edit(strapi, UIDS.tracker, tracker, { vendor: 'Google', loaderSrc: 'https://g.example/g.js' });
        undo = () => edit(strapi, UIDS.tracker, tracker, { vendor: null, loaderSrc: null });
      }
      if (why.startsWith('no hashes')) await change({ trackers: [{ id: tracker, name: 'Own counter' }] });
      if (why === 'a tracker has come since') {
        const added = await addTracker(strapi, { name: 'Another counter' });
        undo = () => strapi.documents(UIDS.tracker).delete({ documentId: added });
      }
      if (fault === 'overdue') await change({ assessedAt: new Date(Date.now() - 400 * 86_400_000) });
      expect([await basisIn('FR'), (await view()).fault, await warned()]).toEqual([
        undefined,
        fault,
        [warning],
      ]);
      await undo();
      expect(await basisIn('FR')).toBe('exempt');
    });

    it('runs out at midnight in UTC, and each decision refers to what was shown when it was made', async () => {
      const { strapi } = app();
      await assess();
      const [{ id: newest, assessedAt }] = (await view()).assessments;
      const renewBy = assessedAt.slice(0, 10);
      const midnight = Date.parse(renewBy) + 86_400_000;
      const decide = () => submissionTo(app(), { decisions: { functional: true, marketing: true } });
      const shownTo = async (submission: Awaited<ReturnType<typeof decide>>) => {
        expect((await postRecord(app(), submission)).status).toBe(201);
        const [record] = await recordsOf(app(), submission.consentId);
        const content = (await getEvidenceStore(strapi).snapshots.byHash(record!.snapshot!))?.content;
        expect(content?.versions).toEqual(submission.versions);
        return [content?.bases?.FR, Object.keys(content?.assessments ?? {})];
      };
      const before = vi.useFakeTimers({ toFake: ['Date'], now: midnight - 1 });
      try {
        await strapi.db.query(UIDS.assessment).update({ where: { documentId: newest }, data: { renewBy } });
        expect(await basisIn('FR')).toBe('exempt');
        const exempt = (await inCountry('FR')).headers.etag;
        const [early, late] = [await decide(), await decide()];
        expect(await shownTo(early)).toEqual([{ analytics: 'exempt' }, ['analytics']]);
        before.setSystemTime(midnight);
        expect(await basisIn('FR')).toBeUndefined();
        expect((await inCountry('FR')).headers.etag).not.toBe(exempt);
        const anew = await decide();
        expect(anew.versions.policyVersion).not.toBe(early.versions.policyVersion);
        expect(anew.versions.categoriesVersion).toBe(early.versions.categoriesVersion);
        // Sent after midnight, and decided before.
        expect(await shownTo(late)).toEqual([{ analytics: 'exempt' }, ['analytics']]);
        expect(await shownTo(anew)).toEqual([undefined, []]);
      } finally {
        vi.useRealTimers();
      }
      await assess();
      expect(await basisIn('FR')).toBe('exempt');
    });

    it('stays what it was where the trail cannot be written', async () => {
      const known = (await view()).assessments.map(({ id }: { id: string }) => id);
      const add = vi.spyOn(getEvidenceStore(app().strapi).audit, 'add').mockRejectedValue(new Error('full'));
      const silent = vi.spyOn(app().strapi.log, 'error').mockImplementation(() => app().strapi.log);
      const { status } = await assess();
      for (const spy of [add, silent]) spy.mockRestore();
      expect(status).toBe(500);
      expect((await view()).assessments.map(({ id }: { id: string }) => id)).toEqual(known);
    });

    it('was assessed as it stood when the form was opened, whatever its visitors read of it', async () => {
      const { strapi } = app();
      const seen = await asSeen();
      await edit(strapi, UIDS.tracker, tracker, { kind: 'pixel' });
      const { body } = await assess(CRITERIA_MET, superAdmin, seen);
      expect([body.fault, body.assessments[0].trackers, await basisIn('FR')]).toEqual([
        'trackers',
        [],
        undefined,
      ]);
      await assess();
      await edit(strapi, UIDS.tracker, tracker, { name: 'Our counter', purpose: 'Counts visits' });
      expect([(await view()).fault, await basisIn('FR')]).toEqual([null, 'exempt']);
      await edit(strapi, UIDS.tracker, tracker, { name: 'Own counter', kind: 'script', purpose: null });
      await assess();
    });

    it('is assessed whole, for a year at most, and by those alone whom a permission of its own lets', async () => {
      const { soleAudience: _, ...partly } = CRITERIA_MET;
      expect((await assess(partly)).status).toBe(400);
      const late = { answers: CRITERIA_MET, trackers: [], renewBy: '2099-01-01' };
      const refused = await ask('post', `categories/${id}/assessments`).send(late);
      expect([refused.status, refused.body.error.message]).toEqual([
        400,
        expect.stringContaining(nextYear()),
      ]);
      const editor = await roleOf({ actions: ['read', 'update'], on: UIDS.category });
      expect((await ask('get', `categories/${id}/assessments`, editor)).status).toBe(200);
      expect((await assess(CRITERIA_MET, editor)).status).toBe(403);
      const [action] = contentAction('read', UIDS.category);
      const assessor = (conditions: string[]) => {
        const fields = fieldsOfType(app(), UIDS.category);
        const reading = { action, subject: UIDS.category, fields, locales: null, conditions };
        return signInAdmin(app(), [reading, pluginAction('categories.assess')]);
      };
      expect((await assess(CRITERIA_MET, await assessor([]))).status).toBe(201);
      expect((await assess(CRITERIA_MET, await assessor(['admin::is-creator']))).status).toBe(403);
      expect((await ask('get', 'categories/nothing/assessments')).status).toBe(404);
    });

    it('leaves who refused alone for as long as the law of a place, or the site, says', async () => {
      const refusalIn = async (region: string) =>
        (await inCountry('US').set('x-vercel-ip-country-region', region)).body.refusal;
      const MONTH = 2_629_800;
      expect(await refusalIn('TX')).toBeUndefined();
      expect(await refusalIn('CA')).toEqual({ triggers: [], maxAge: 12 * MONTH });
      await changeSettings(app(), { reaskRefusalAfterMonths: 18 });
      expect((await refusalIn('TX')).maxAge).toBe(18 * MONTH);
      expect((await refusalIn('CA')).maxAge).toBe(18 * MONTH);
      await changeSettings(app(), { reaskRefusalAfterMonths: null });
    });
  });
});
