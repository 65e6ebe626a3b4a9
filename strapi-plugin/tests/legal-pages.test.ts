import type { Core } from '@strapi/strapi';
import { afterEach, expect, it, vi } from 'vitest';
import { getEvidenceStore } from '../server/src/evidence';
import { markdownToLegalContent } from '../server/src/legal-pages/markdown';
import type { LegalPageAnswer } from '../server/src/legal-pages/page-answer';
import { actOnRetention } from '../server/src/records/retention-state';
import { UIDS } from '../server/src/uids';
import { invalidateConfigCache } from '../server/src/versions';
import { getVersionsService } from '../server/src/versions/service';
import { signInAdmin } from './support/admin';
import { onEachDatabase, onSqlite } from './support/app';
import { addLegalPage, addLocale, addTracker, edit, updateSettings } from './support/content';
import { statementsOn } from './support/plans';

async function addProcessor(
  strapi: Core.Strapi,
  name: string,
  data: Record<string, unknown> = {},
): Promise<string> {
  const made = { name, role: 'processor', country: 'DE', transferMechanism: 'none', ...data };
  return (await strapi.documents(UIDS.processor).create({ data: made })).documentId;
}

const PAGE = '/api/consent/legal/cookies';
const CONTENT = [
  '# Cookies',
  '',
  'What we <b>store</b>.',
  '',
  '{{cookie-table group=vendor}}',
  '',
  '{{policy-version}}',
].join('\n');

onEachDatabase('GET legal/:slug', {}, (app) => {
  let id = '';
  afterEach(() => vi.restoreAllMocks());

  it('L: a draft is not public', async () => {
    id = await addLegalPage(app().strapi, {
      slug: 'cookies',
      kind: 'cookies',
      title: 'Cookie policy',
      effectiveDate: '2026-11-01',
      content: CONTENT,
    });
    const { status, body } = await app().http.get(PAGE);
    expect(status).toBe(404);
    expect(body).toMatchObject({ data: null, error: { status: 404, name: 'NotFoundError' } });
    expect((await app().http.get('/api/consent/legal')).body).toEqual({ pages: [] });
  });

  it('L: a published page comes as nodes, with the data that its tables need', async () => {
    const { strapi, http } = app();
    await addTracker(strapi, { name: 'Lighthouse', vendor: 'Lighthouse' });
    await strapi.documents(UIDS.legalPage).publish({ documentId: id });
    const { status, body, headers } = await http.get(PAGE);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      slug: 'cookies',
      kind: 'cookies',
      title: 'Cookie policy',
      locale: 'en',
      effectiveDate: '2026-11-01',
      data: { effectiveDate: '2026-11-01', processors: [], processorChanges: [] },
    });
    expect(body.content.map(({ type }: { type: string }) => type)).toEqual([
      'html',
      'cookie-table',
      'policy-version',
    ]);
    expect(body.content[0].html).toContain('&lt;b&gt;store&lt;/b&gt;');
    expect(body.data.trackers).toHaveLength(1);
    const config = await http.get('/api/consent/config');
    expect(body.data.documentsVersion).toBe(config.body.versions.documentsVersion);
    expect(headers['cache-control']).toBe('public, max-age=300, s-maxage=3600, stale-while-revalidate=86400');
  });

  it('H2: markdownToLegalContent gives the same nodes', async () => {
    const { body } = await app().http.get(PAGE);
    expect(await markdownToLegalContent(app().strapi, CONTENT)).toEqual(body.content);
  });

  it('answers 304 until something on the page changes', async () => {
    const { strapi, http } = app();
    const { etag } = (await http.get(PAGE)).headers;
    const again = () => http.get(PAGE).set('If-None-Match', etag as string);
    expect((await again()).status).toBe(304);
    await addTracker(strapi, { name: 'Beacon' });
    expect((await again()).status, 'its table has a row more').toBe(200);
  });

  it('says what the settings say, and answers anew when those change', async () => {
    const { strapi, http } = app();
    const content = 'Kept for [SETTING: retention-months] months.';
    const notice = { slug: 'notice', kind: 'other', title: 'Notice', content };
    const documentId = await addLegalPage(strapi, notice);
    await strapi.documents(UIDS.legalPage).publish({ documentId });
    const page = () => http.get('/api/consent/legal/notice');
    const before = await page();
    expect(before.body.content).toEqual([{ type: 'html', html: '<p>Kept for 36 months.</p>\n' }]);
    await updateSettings(strapi, { retentionMonths: 12 });
    const again = () => page().set('If-None-Match', before.headers.etag as string);
    expect((await again()).status, 'which deletes nothing for seven days').toBe(304);
    expect(await actOnRetention(strapi, { act: 'confirm', months: 12, reason: 'Test' })).toBe(true);
    const after = await again();
    expect(after.status).toBe(200);
    expect(after.body.content).toEqual([{ type: 'html', html: '<p>Kept for 12 months.</p>\n' }]);
    expect(await markdownToLegalContent(strapi, content)).toEqual(after.body.content);

    await updateSettings(strapi, { retentionMonths: 6 });
    expect((await page()).body.content).toEqual(after.body.content);
    const since = new Date(Date.now() - 8 * 86_400_000);
    await getEvidenceStore(strapi).retention.update(({ months }) => ({
      state: { months, pending: { months: 6, since, withheld: false } },
      entries: [],
    }));
    // As another instance sees it within half a minute.
    getVersionsService(strapi).recheck();
    expect((await page()).body.content, 'whoever has looked since').toEqual([
      { type: 'html', html: '<p>Kept for 6 months.</p>\n' },
    ]);
    await strapi.documents(UIDS.legalPage).delete({ documentId });
  });

  it.each(['%00', 'COOKIES', 'cook%C3%AFes', 'cookies%20'])('is not found by the name %s', async (name) => {
    expect((await app().http.get(`/api/consent/legal/${name}`)).status).toBe(404);
  });

  it('a name that no page has costs no query, however many are tried', async () => {
    const { http } = app();
    await http.get('/api/consent/legal');
    const tried = ['nothing', 'COOKIES', 'cookies-2', 'x'.repeat(2000)];
    const sent = await statementsOn('consent_legal_pages', app().strapi.db, async () => {
      for (const name of tried) expect((await http.get(`/api/consent/legal/${name}`)).status).toBe(404);
    });
    expect(sent).toEqual([]);
  });

  it('is served in the language asked for, else in the default one', async () => {
    const { strapi, http } = app();
    await addLocale(strapi, 'de');
    const tracker = await addTracker(strapi, { name: 'Counter', purpose: 'Counting' });
    await edit(strapi, UIDS.tracker, tracker, { purpose: 'Zählen' }, 'de');
    const purpose = ({ body }: { body: LegalPageAnswer }) =>
      body.data.trackers.find(({ id: own }) => own === tracker)?.purpose;
    const untranslated = await http.get(`${PAGE}?locale=de`);
    expect(untranslated.body).toMatchObject({ title: 'Cookie policy', locale: 'en' });
    expect(purpose(untranslated), 'its tables speak the language of its text').toBe('Counting');
    await edit(strapi, UIDS.legalPage, id, { title: 'Cookie-Richtlinie', content: '# Cookies' }, 'de');
    await strapi.documents(UIDS.legalPage).publish({ documentId: id, locale: 'de' });
    const translated = await http.get(`${PAGE}?locale=de`);
    expect(translated.body).toMatchObject({ title: 'Cookie-Richtlinie', locale: 'de' });
    expect(purpose(translated)).toBe('Zählen');
    expect((await http.get(`${PAGE}?locale=xx`)).body).toMatchObject({
      title: 'Cookie policy',
      locale: 'en',
    });
  });

  it('the list names every published page once', async () => {
    const { pages } = (await app().http.get('/api/consent/legal?locale=de')).body;
    expect(pages).toEqual([
      {
        slug: 'cookies',
        kind: 'cookies',
        title: 'Cookie-Richtlinie',
        locale: 'de',
        effectiveDate: '2026-11-01',
      },
    ]);
  });

  it('the list is cached as the pages are, and answers 304 until a page is renamed', async () => {
    const { strapi, http } = app();
    const { headers } = await http.get('/api/consent/legal');
    expect(headers['cache-control']).toBe('public, max-age=300, s-maxage=3600, stale-while-revalidate=86400');
    const again = () => http.get('/api/consent/legal').set('If-None-Match', headers.etag as string);
    expect((await again()).status).toBe(304);
    await edit(strapi, UIDS.legalPage, id, { title: 'Cookies' });
    expect((await again()).status, 'a draft changes nothing').toBe(304);
    await strapi.documents(UIDS.legalPage).publish({ documentId: id });
    expect((await again()).status).toBe(200);
  });

  it('the list is read once for all who ask', async () => {
    const { http, strapi } = app();
    const ask = () => http.get('/api/consent/legal');
    invalidateConfigCache(strapi);
    const read = await statementsOn('consent_legal_pages', app().strapi.db, ask);
    // What asks only whether anything has changed gives a hash of the texts.
    expect(read.map(({ sql }) => sql).filter((sql) => !/md5\(|hashtext/.test(sql))).toHaveLength(1);
    expect(
      await statementsOn('consent_legal_pages', app().strapi.db, () =>
        http.get('/api/consent/legal?locale=de'),
      ),
    ).toEqual([]);
    const before = await ask();
    await strapi.documents(UIDS.legalPage).unpublish({ documentId: id });
    expect((await ask()).body.pages.map(({ locale }: { locale: string }) => locale)).toEqual(['de']);
    await strapi.documents(UIDS.legalPage).publish({ documentId: id });
    const { text, headers } = await ask();
    expect([text, headers.etag]).toEqual([before.text, before.headers.etag]);
  });

  it('K: a foreign origin gets neither list nor page, and no copy of the refusal is kept', async () => {
    for (const path of ['/api/consent/legal', PAGE]) {
      const { status, headers } = await app().http.get(path).set('Origin', 'https://elsewhere.example');
      expect([status, headers['cache-control']]).toEqual([403, 'no-store']);
    }
  });

  it('G3: what another instance edits shows within 30 seconds, in the tables too', async () => {
    const { strapi, http } = app();
    const processor = await addProcessor(strapi, 'Alpha');
    const start = performance.now();
    const at = (seconds: number) =>
      vi.spyOn(performance, 'now').mockImplementation(() => start + 40_000 + seconds * 1000);
    at(0);
    await http.get('/api/consent/subprocessors');
    at(29);
    invalidateConfigCache(strapi);
    // What the other one writes reaches this one through the database alone.
    await strapi.db.connection('consent_processors').update({ name: 'Beta' });
    const listed = async () => (await http.get(PAGE)).body.data.processors[0].name;
    at(31);
    expect(await listed()).toBe('Beta');
    await strapi.documents(UIDS.processor).delete({ documentId: processor });
  });

  it('gives away no entry of the register that no table lists', async () => {
    const { strapi, http } = app();
    await addProcessor(strapi, 'In the policy', { showInPrivacyPolicy: true });
    await addProcessor(strapi, 'Sub-processor', { showInPrivacyPolicy: false, subprocessor: true });
    await addProcessor(strapi, 'Internal', { showInPrivacyPolicy: false });
    await addProcessor(strapi, 'Gone', { state: 'removed', subprocessor: true });
    const names = ({ processors }: { processors: { name: string }[] }) => processors.map(({ name }) => name);
    expect(names((await http.get(PAGE)).body.data)).toEqual(['In the policy', 'Sub-processor']);
    const subject = UIDS.legalPage;
    const reader = await signInAdmin(app(), [{ action: 'plugin::content-manager.explorer.read', subject }]);
    const preview = await http.get('/consent/legal-preview').set('Authorization', `Bearer ${reader}`);
    expect(names(preview.body), 'nor does the preview, to those who may read pages alone').toEqual([
      'In the policy',
      'Sub-processor',
    ]);
  });

  it('an unpublished page is gone at once', async () => {
    await app().strapi.documents(UIDS.legalPage).unpublish({ documentId: id, locale: '*' });
    expect((await app().http.get(PAGE)).status).toBe(404);
  });
});

onSqlite('Without legal pages', { options: { legalPages: false } }, (app) => {
  it('both routes are 404', async () => {
    expect((await app().http.get('/api/consent/legal')).status).toBe(404);
    expect((await app().http.get(PAGE)).status).toBe(404);
  });
});
