import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { getEvidenceStore } from '../server/src/evidence';
import type { HeldLinks } from '../server/src/previews/admin-controller';
import { PREVIEW_UID, pluginAction, UIDS } from '../server/src/uids';
import { signInAdmin } from './support/admin';
import { type App, onSqlite } from './support/app';
import { addLegalPage, addLocale, addProcessor, addTracker, edit, updateSettings } from './support/content';

const SITE = 'https://shop.example/start?step=2';

/** Asks for a link as an administrator would. */
const orderOf =
  (app: () => App, token: () => string) =>
  (order: object = {}, by = token()) =>
    app()
      .http.post('/consent/previews')
      .set('Authorization', `Bearer ${by}`)
      .send({ url: SITE, ...order });

const tokenIn = (link: string): string => new URL(link).searchParams.get('consent-preview') ?? '';

onSqlite('a preview where each save is published', {}, (app) => {
  let admin: string;
  const order = orderOf(app, () => admin);
  const ask = (path: string, body: object) => app().http.post(`/api/consent/preview/${path}`).send(body);
  const served = async (path: string) => {
    const { status, body } = await app().http.get(`/api/consent/${path}`);
    return { status, body };
  };

  beforeAll(async () => {
    admin = await signInAdmin(app());
  });

  it('shows drafts of legal pages as they would be published, and nobody else sees them', async () => {
    const { strapi } = app();
    await addLocale(strapi, 'de');
    const pages = strapi.documents(UIDS.legalPage);
    const dated = { effectiveDate: '2026-01-01', content: 'As it is' };
    const documentId = await addLegalPage(strapi, { slug: 'privacy', kind: 'privacy', ...dated });
    const german = { slug: 'privacy', kind: 'privacy', title: 'Datenschutz', content: 'Wie es ist' };
    await edit(strapi, UIDS.legalPage, documentId, german, 'de');
    await pages.publish({ documentId, locale: '*' });
    const paths = ['config', 'legal', 'legal/privacy', 'legal/privacy?locale=de', 'legal/terms'];
    await edit(strapi, UIDS.legalPage, documentId, { content: 'As it may be', effectiveDate: '2026-02-01' });
    await edit(strapi, UIDS.legalPage, documentId, { content: 'Wie es sein kann' }, 'de');
    await addLegalPage(strapi, { slug: 'terms', kind: 'terms', content: 'Not published at all' });
    const before = await Promise.all(paths.map(served));
    const token = tokenIn((await order()).body.link);
    const shown = async (path: string, locale = 'en') => (await ask(path, { token, locale })).body;
    const { config } = await shown('config');
    expect(config.versions.documentsVersion).not.toBe(before[0]?.body.versions.documentsVersion);
    const slugs = (await shown('legal')).pages.map(({ slug }: { slug: string }) => slug);
    expect(slugs).toEqual(['privacy', 'terms']);
    const page = await shown('legal/privacy');
    expect(page).toMatchObject({ effectiveDate: '2026-02-01', content: [{ html: expect.any(String) }] });
    expect(page.content[0].html).toContain('As it may be');
    expect((await shown('legal/privacy', 'de')).content[0].html).toContain('Wie es sein kann');
    expect((await shown('legal/terms')).content[0].html).toContain('Not published at all');
    // What is seen next is what was saved next; a draft may lack what it needs to be published.
    await edit(strapi, UIDS.legalPage, documentId, { content: 'As it shall be' });
    await pages.create({ data: { slug: null, title: null } as never });
    expect((await shown('legal/privacy')).content[0].html).toContain('As it shall be');
    expect((await shown('legal')).pages).toHaveLength(2);
    expect(before.map(({ status }) => status)).toEqual([200, 200, 200, 200, 404]);
    expect(await Promise.all(paths.map(served))).toEqual(before);
  });
});

onSqlite(
  'a preview',
  {
    options: {
      releases: { publish: 'manual' },
      scan: { url: 'https://staging:word@shop.example/', schedule: false },
      allowedOrigins: ['https://app.example'],
    },
  },
  (app) => {
    let admin: string;
    const order = orderOf(app, () => admin);
    const ask = (path: string, body: object, headers: Record<string, string> = {}) =>
      app().http.post(`/api/consent/preview/${path}`).set(headers).send(body);
    const linkTo = async (terms: object = {}) => tokenIn((await order(terms)).body.link);
    /** What the admin asks and says of links and releases. */
    const manage = (method: 'get' | 'post', path: string, body?: object, by = admin) => {
      const request = app().http[method](`/consent${path}`).set('Authorization', `Bearer ${by}`);
      return body ? request.send(body) : request;
    };
    const held = async (): Promise<HeldLinks['links']> => (await manage('get', '/previews/links')).body.links;
    const titleShown = async (token: string) => (await ask('config', { token })).body.config.banner.title;

    afterEach(() => void vi.restoreAllMocks());
    beforeAll(async () => {
      admin = await signInAdmin(app());
      const { strapi } = app();
      await updateSettings(strapi, { bannerTitle: 'A draft', retentionMonths: 47 });
      await addTracker(strapi, { name: 'Counter', loaderSrc: 'https://counter.example/c.js' });
      await addProcessor(strapi, { name: 'Hoster' });
      const content = 'Kept for [SETTING: retention-months].\n\n{{processor-table:subprocessors}}';
      const page = await addLegalPage(strapi, { slug: 'privacy', kind: 'privacy', content });
      await strapi.documents(UIDS.legalPage).publish({ documentId: page });
      await addLegalPage(strapi, { slug: 'terms', kind: 'terms', content: 'Not published at all' });
    });

    it('shows what waits to whoever has its link, for the place that it names, and nobody else', async () => {
      const before = await app().http.get('/api/consent/config');
      const { status, body } = await ask('config', { token: await linkTo({ place: 'US-CA', gpc: true }) });
      expect(status).toBe(200);
      expect(body.config).toMatchObject({
        banner: { title: 'A draft' },
        jurisdiction: { country: 'US', model: 'opt-out' },
      });
      expect(body.preview).toMatchObject({ place: 'US-CA', locale: null, gpc: true });
      expect(before.body.banner.title).not.toBe('A draft');
      const after = await app().http.get('/api/consent/config');
      expect([after.body, after.headers.etag]).toEqual([before.body, before.headers.etag]);
    });

    it('without a place is that of whoever looks', async () => {
      const token = await linkTo();
      const jurisdictions = await Promise.all(
        ['US', 'FR'].map(async (country) => (await ask('config', { token }, { 'x-country': country })).body),
      );
      expect(jurisdictions.map(({ config }) => config.jurisdiction)).toEqual([
        { country: 'US', model: 'opt-out' },
        { country: 'FR', model: 'opt-in' },
      ]);
    });

    it('shows trackers and not what loads them', async () => {
      const { body } = await ask('config', { token: await linkTo() });
      expect(body.config.trackers).toMatchObject([{ name: 'Counter' }]);
      expect(JSON.stringify(body)).not.toContain('counter.example');
    });

    it('shows legal pages as they would be published, with settings and tables of then, and no drafts of others', async () => {
      const token = await linkTo();
      const list = await ask('legal', { token });
      expect(list.body.pages.map(({ slug }: { slug: string }) => slug)).toEqual(['privacy']);
      const { body } = await ask('legal/privacy', { token });
      // Longer than what holds now. A shorter one would hold seven days after it is published.
      expect(body.content[0].html).toContain('47');
      expect(body.data).toMatchObject({ trackers: [{ name: 'Counter' }], processors: [{ name: 'Hoster' }] });
      expect((await ask('legal/terms', { token })).status).toBe(404);
      expect((await ask('subprocessors', { token })).body.processors).toMatchObject([{ name: 'Hoster' }]);
      expect((await app().http.get('/api/consent/legal/privacy')).status).toBe(404);
      expect((await app().http.get('/api/consent/subprocessors')).body.processors).toEqual([]);
    });

    it('is for no cache, and leaves neither a release nor a snapshot', async () => {
      const { releases, snapshots } = getEvidenceStore(app().strapi);
      const { headers, body } = await ask('config', { token: await linkTo() });
      expect(headers['cache-control']).toBe('private, no-store');
      expect(headers.etag).toBeUndefined();
      expect(await snapshots.ofPolicy(body.config.versions.policyVersion)).toEqual([]);
      expect((await releases.latest())?.number).toBe(1);
    });

    it('follows the next save at once', async () => {
      const token = await linkTo();
      await ask('config', { token });
      await updateSettings(app().strapi, { bannerTitle: 'Another draft' });
      expect((await ask('config', { token })).body.config.banner.title).toBe('Another draft');
    });

    it('is refused with a forged token, without one, and once its time is over', async () => {
      const token = await linkTo({ seconds: 300 });
      const [text] = token.split('.');
      const forged = `${text}.${'A'.repeat(43)}`;
      expect((await ask('config', { token: forged })).status).toBe(403);
      expect((await ask('config', {})).status).toBe(400);
      const now = Date.now();
      vi.spyOn(Date, 'now').mockReturnValue(now + 299_000);
      expect((await ask('config', { token })).status).toBe(200);
      vi.spyOn(Date, 'now').mockReturnValue(now + 301_000);
      const { status, headers, body } = await ask('legal/privacy', { token });
      expect([status, headers['cache-control']]).toEqual([403, 'private, no-store']);
      expect(body.error.message).toBe('This link has expired.');
    });

    it('has a link that leads to a page, lasts an hour, and at most a week', async () => {
      const { status, body } = await order();
      expect(status).toBe(200);
      const { origin, pathname, searchParams } = new URL(body.link);
      expect([origin, pathname, searchParams.get('step')]).toEqual(['https://shop.example', '/start', '2']);
      expect((Date.parse(body.until) - Date.now()) / 60_000).toBeCloseTo(60, 0);
      for (const wrong of [
        { seconds: 7 * 86_400 + 1 },
        { seconds: 1 },
        { url: 'javascript:alert(1)' },
        { place: 'California' },
      ]) {
        expect((await order(wrong)).status).toBe(400);
      }
    });

    it('is made by those who may, and the trail says by whom and for what', async () => {
      const reader = await signInAdmin(app(), [pluginAction('releases.read')]);
      const maker = await signInAdmin(app(), [
        pluginAction('releases.read'),
        pluginAction('releases.preview'),
      ]);
      expect((await order({}, reader)).status).toBe(403);
      expect((await manage('get', '/previews/links', undefined, reader)).status).toBe(403);
      const { body } = await order({ place: 'DE', locale: 'en' }, maker);
      expect((await manage('post', `/previews/links/${body.id}/end`, {}, reader)).status).toBe(403);
      expect((await manage('post', '/previews/links/end', {}, reader)).status).toBe(403);
      expect((await ask('config', { token: tokenIn(body.link) })).status).toBe(200);
      const { entries } = await getEvidenceStore(app().strapi).audit.page({ uid: PREVIEW_UID }, { limit: 1 });
      expect(entries[0]).toMatchObject({
        action: 'create',
        actor: { name: 'Ada Admin' },
        subject: { title: 'https://shop.example/start' },
      });
      expect(entries[0]?.changes).toContainEqual({ path: 'place', before: null, after: 'DE' });
      // The trail is read by more people than may see what waits.
      expect(JSON.stringify(entries)).not.toContain(tokenIn(body.link));
    });

    it('offers the addresses of the site that are known here, without the credentials they may carry', async () => {
      const { body } = await app().http.get('/consent/previews').set('Authorization', `Bearer ${admin}`);
      expect(body).toMatchObject({
        sites: ['https://shop.example/', 'https://app.example'],
        locales: { default: 'en' },
        publish: 'manual',
        lifetime: { usual: 3600 },
      });
      expect(JSON.stringify(body)).not.toContain('word');
    });

    it('ends with all others before its time where somebody ends them', async () => {
      const token = await linkTo();
      expect((await manage('post', '/previews/links/end', {})).body).toEqual({ links: [] });
      expect((await ask('config', { token })).body.error.message).toBe('This link was ended.');
      expect((await ask('config', { token: await linkTo() })).status).toBe(200);
    });

    it('is listed with who made it and until when while it holds, and ends alone', async () => {
      await manage('post', '/previews/links/end', {});
      const maker = await signInAdmin(app(), [
        pluginAction('releases.read'),
        pluginAction('releases.preview'),
      ]);
      const { body: own } = await order({ place: 'DE' }, maker);
      const token = await linkTo({ seconds: 300 });
      const [last, first] = await held();
      expect(first).toMatchObject({
        id: own.id,
        page: 'https://shop.example/start',
        by: 'Ada Admin',
        until: own.until,
        shows: 'draft',
        place: 'DE',
      });
      expect(JSON.stringify(await held()), 'what opens it is not listed').not.toContain(tokenIn(own.link));
      const ended = await manage('post', `/previews/links/${own.id}/end`, {});
      expect(ended.body.links).toMatchObject([{ id: last?.id }]);
      expect((await ask('config', { token: tokenIn(own.link) })).body.error.message).toBe(
        'This link was ended.',
      );
      expect((await ask('config', { token })).status).toBe(200);
      expect((await manage('post', `/previews/links/${own.id}/end`, {})).status).toBe(404);
      const { entries } = await getEvidenceStore(app().strapi).audit.page({ uid: PREVIEW_UID }, { limit: 1 });
      expect(entries[0]).toMatchObject({ action: 'withdraw', subject: { id: own.id } });
      const now = Date.now();
      vi.useFakeTimers({ toFake: ['Date'], now: now + 301_000 });
      expect(await held()).toEqual([]);
      vi.useRealTimers();
    });

    it('shows an earlier release as it was, and the planned one until that is published or withdrawn', async () => {
      const { strapi } = app();
      await updateSettings(strapi, { bannerTitle: 'The planned one' });
      const { basis } = (await manage('get', '/releases/waiting')).body;
      const publishAt = new Date(Date.now() + 3_600_000).toISOString();
      const { plan } = (await manage('post', '/releases', { basis, note: '', publishAt })).body;
      await updateSettings(strapi, { bannerTitle: 'Saved since' });
      const former = await linkTo({ shows: { release: 1 } });
      const planned = await linkTo({ shows: { plan: plan.id } });
      expect(await titleShown(planned)).toBe('The planned one');
      expect(await titleShown(await linkTo())).toBe('Saved since');
      const served = (await app().http.get('/api/consent/config')).body.banner.title;
      expect(await titleShown(former)).toBe(served);
      expect((await ask('legal', { token: former })).body.pages).toEqual([]);
      expect((await ask('legal/privacy', { token: planned })).status).toBe(200);
      expect((await ask('subprocessors', { token: former })).body.processors).toEqual([]);
      await manage('post', `/releases/plans/${plan.id}/withdraw`, {});
      const gone = await ask('config', { token: planned });
      expect([gone.status, gone.body.error.message]).toEqual([
        403,
        'What this link showed is no longer planned: it was published or withdrawn.',
      ]);
      expect(await titleShown(former)).toBe(served);
      expect((await order({ shows: { release: 99 } })).status).toBe(404);
      expect((await order({ shows: { plan: plan.id } })).status).toBe(404);
    });

    it('shows an earlier release with the changes of the list of sub-processors until then', async () => {
      const { strapi } = app();
      const publish = async (): Promise<number> => {
        const { basis } = (await manage('get', '/releases/waiting')).body;
        const { status, body } = await manage('post', '/releases', { basis, note: '' });
        expect(status).toBe(200);
        return body.latest;
      };
      const linkToRelease = (release: number) => linkTo({ shows: { release } });
      const withHoster = await linkToRelease(await publish());
      await addProcessor(strapi, { name: 'Mailer' });
      const withMailer = await linkToRelease(await publish());
      const changes = async (token: string): Promise<string[]> =>
        (await ask('subprocessors', { token })).body.changes.map(({ name }: { name: string }) => name);
      expect(await changes(withMailer)).toEqual(['Mailer', 'Hoster']);
      expect(await changes(withHoster)).toEqual(['Hoster']);
      expect(await changes(await linkToRelease(1))).toEqual([]);
      expect(await changes(await linkTo()), 'what waits has all of them').toEqual(['Mailer', 'Hoster']);
      const page = await ask('legal/privacy', { token: withHoster });
      expect(page.body.data.processorChanges).toMatchObject([{ name: 'Hoster', change: 'added' }]);
    });

    it('shows a release with what counts at once, whenever it was published', async () => {
      const token = await linkTo({ shows: { release: 1 } });
      const versions = async () => (await ask('config', { token })).body.config.versions;
      const before = await versions();
      expect((await manage('post', '/settings/reconsents', { reason: 'New partners' })).status).toBe(200);
      const after = await versions();
      expect(after.policyVersion).not.toBe(before.policyVersion);
      const release = await getEvidenceStore(app().strapi).releases.byNumber(1);
      expect(release?.versions, 'as it was').toEqual(before);
    });
  },
);
