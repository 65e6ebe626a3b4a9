import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PRESENTATION_TYPE } from '@permesso/consent-core';
import { createSite } from '@permesso/consent-core/site';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { headlessOptions } from '../../playground/run/chromium.ts';
import { commitmentOf } from '../server/src/evidence/seal';
import { unzipFiles } from '../server/src/evidence/seal/bundle/archive';
import { presentationPages } from '../server/src/evidence/seal/bundle/page';
import { readBundle } from '../server/src/evidence/seal/bundle/reader';
import { utf8Text } from '../server/src/evidence/seal/encoding';
import { getPluginOptions } from '../server/src/options';
import { bundleParties } from '../server/src/records/bundle-parties';
import { actOnRetention, noteRetention } from '../server/src/records/retention-state';
import { signInAdmin } from './support/admin';
import { listening, onSqlite } from './support/app';
import { addTracker } from './support/content';
import { evidenceTables } from './support/evidence-tables';
import { newRecord } from './support/new-record';
import { changeSettings, postRecord, submissionTo, UNLIMITED } from './support/records';
import { keyOf, LOG, ORIGIN, run, SEALING_SERVER, store, verified } from './support/sealed-log';

/** Shared by CMS and site. */
const SECRET = randomBytes(24).toString('hex');

const APP = { options: { ...UNLIMITED, site: { secret: SECRET } }, server: SEALING_SERVER };

onSqlite('A bundle of the sealed log', APP, (app) => {
  let folder: string;
  let token: string;
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch(headlessOptions());
    folder = await mkdtemp(join(tmpdir(), 'consent-bundle-'));
    token = await signInAdmin(app());
  });
  afterAll(async () => {
    await browser?.close();
    await rm(folder, { recursive: true });
  });
  const bundle = (query: string) =>
    app()
      .http.get(`/consent/records/bundle?${query}`)
      .set('Authorization', `Bearer ${token}`)
      .responseType('blob');
  /** A file in a browser; it must ask for nothing else, whatever is pressed in it. */
  const opened = async (bytes: Uint8Array, look: (page: Page) => Promise<void>) => {
    const file = join(folder, `${randomUUID()}.html`);
    await writeFile(file, bytes);
    const address = pathToFileURL(file).href;
    const page = await browser.newPage();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(address);
    await look(page);
    expect([page.url(), asked]).toEqual([address, [address]]);
    await page.close();
  };
  const verifiedBundle = async (zip: Buffer) => {
    const file = join(folder, 'bundle.zip');
    await writeFile(file, zip);
    return verified(file, '--key', await keyOf(app()), '--log', `${await listening(app())}${LOG}`);
  };

  it('about a consent id, with what was shown, which stands alone and verifies', async () => {
    const submission = await submissionTo(app());
    await postRecord(app(), submission);
    const withdrawal = { ...submission, source: 'withdraw', replaces: submission.consentId };
    const next = { ...withdrawal, consentId: randomUUID() } as typeof submission;
    const { body: last } = await postRecord(app(), next);
    const { status, headers, body } = await bundle(`consentId=${submission.consentId}`);
    expect(status).toBe(200);
    expect(headers).toMatchObject({ 'content-type': 'application/zip', 'cache-control': 'no-store' });
    const { about } = readBundle(body);
    expect(about.items).toHaveLength(2);
    expect(about.parties[0]).toMatchObject({ party_id: 'cms.example.com', party_role: 'controller' });
    expect(about.retention.retention_period).toBe('P36M');
    expect(about.documents.map(({ role }) => role)).toContain('snapshot');
    expect(about.missing).toEqual([]);
    const { code, text } = await verifiedBundle(body);
    expect(code, text).toBe(0);
    const ofRecord = readBundle((await bundle(`record=${last.id}`)).body);
    expect(ofRecord.about).toMatchObject({ subject: { record: last.id }, items: about.items });
  });

  it('names the controller of the settings, with address and e-mail where that is the company of the options', async () => {
    const options = getPluginOptions(app().strapi);
    const company = {
      name: 'Shop',
      legalName: 'Shop GmbH',
      address: 'Hafenstraße 1, 20459 Hamburg',
      email: 'privacy@shop.example',
    };
    options.seed = { ...options.seed, company };
    const controller = async () => (await bundleParties(app().strapi, ORIGIN))[0];
    const reached = { party_address: company.address, party_contact: company.email };
    expect(await controller()).toMatchObject({ party_name: 'Shop GmbH', ...reached });
    await changeSettings(app(), { controllerName: 'Shop' });
    expect(await controller()).toMatchObject({ party_name: 'Shop', ...reached });
    await changeSettings(app(), { controllerName: 'Boats Ltd' });
    expect(await controller()).toEqual({
      party_id: 'cms.example.com',
      party_name: 'Boats Ltd',
      party_role: 'controller',
    });
    await changeSettings(app(), { controllerName: null });
    options.seed = {};
  });

  it('with the banner that the site did not say it showed, reconstructed, in a page that opens offline', async () => {
    const submission = await submissionTo(app());
    await postRecord(app(), submission);
    const { body } = await bundle(`consentId=${submission.consentId}`);
    const { pages } = readBundle(body);
    expect(pages).toMatchObject([{ role: 'reconstructed', path: expect.stringMatching(/-opt-in\.html$/) }]);
    const readme = utf8Text(unzipFiles(body).get('README.txt')!);
    expect(readme).toContain(`${pages[0]!.path}\n    The banner, reconstructed (opt-in):`);
    await opened(pages[0]!.bytes, async (page) => {
      await page.getByText('Reconstructed, and no copy').waitFor();
      const frame = page.frameLocator('iframe');
      const reject = frame.getByRole('button', { name: 'Reject all' });
      await reject.waitFor();
      // What informed consent has to know, as far as the snapshot does.
      expect(await frame.locator('[data-consent-part=facts] > span').allTextContents()).toEqual([
        'Purposes: Functional, Analytics, Marketing',
        'Withdraw consent: Privacy settings',
      ]);
      const note = (await page.locator('#bundle-note').boundingBox())!;
      const banner = (await frame.locator('[data-consent-banner]').boundingBox())!;
      expect(banner.y).toBeGreaterThanOrEqual(note.y + note.height);
      expect(await reject.evaluate((button) => getComputedStyle(button).borderRadius)).not.toBe('0px');
      await reject.dispatchEvent('click');
    });
  });

  it('in pages that lead nowhere and ask nobody, whatever a site has handed over', async () => {
    const asked: unknown[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url);
      response.end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const elsewhere = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const hostile = `</main></iframe><base href="${elsewhere}base/"><meta http-equiv="refresh" content="0; url=${elsewhere}refresh">
<script>top.location = '${elsewhere}script'</script><img src="${elsewhere}img" onerror="location = '${elsewhere}error'">
<iframe src="${elsewhere}frame"></iframe><link rel="stylesheet" href="${elsewhere}link">
<a href="${elsewhere}a">Link</a> <a target="_top" href="${elsewhere}top">Away</a> <a target="_self" href="${elsewhere}self">Here</a>
<form action="${elsewhere}form"><button>Send</button></form>`;
    const text = JSON.stringify({
      ...{ type: PRESENTATION_TYPE, integration: 'hostile', locale: 'en', model: 'opt-in' },
      ...{ banner: hostile, bannerAgain: hostile, preferences: hostile },
      style: `@import url(${elsewhere}style);</style><meta http-equiv="refresh" content="0; url=${elsewhere}again">`,
    });
    const [banner] = presentationPages('0'.repeat(64), Buffer.from(text));
    const file = join(folder, 'hostile.html');
    await writeFile(file, banner!.bytes);
    try {
      for (const name of ['Send', 'Link', 'Away', 'Here']) {
        const page = await browser.newPage();
        await page.goto(pathToFileURL(file).href);
        await page.frameLocator('iframe').first().getByText(name, { exact: true }).click();
        await page.waitForTimeout(300);
        expect([page.url(), page.context().pages().length]).toEqual([pathToFileURL(file).href, 1]);
        await page.close();
      }
      expect(asked).toEqual([]);
    } finally {
      server.close();
    }
  });

  it('with what was decided of single services, and how their switches were shown', async () => {
    const { strapi } = app();
    await addTracker(strapi, { name: 'A player', key: 'player', categoryKey: 'functional' });
    await addTracker(strapi, { name: 'A map', key: 'map', categoryKey: 'functional' });
    await changeSettings(app(), { granularity: 'service' });
    const page = 'https://shop.example/';
    const site = createSite({ cms: await listening(app()), files: '/page-files/', secret: SECRET });
    const send = async () => {
      const decisions = { functional: false, analytics: false, marketing: false };
      const submission = await submissionTo(app(), { decisions, services: { player: true, map: false } });
      const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
      const body = JSON.stringify(submission);
      const request = new Request(`${page}_consent/records`, { method: 'POST', headers, body });
      expect((await site.handle(request))?.status).toBe(201);
      return submission.consentId;
    };
    try {
      const consentId = await send();
      const presentations = async () => {
        const { body } = await bundle(`consentId=${consentId}`);
        return { body, about: readBundle(body).about };
      };
      // The site hands it over once the CMS has said that it does not know it.
      await expect.poll(async () => (await presentations()).about.missing).toEqual([]);
      const { body, about } = await presentations();
      const files = unzipFiles(body);
      const [record] = JSON.parse(utf8Text(files.get('records.json')!)).consent_records;
      expect(record.service_events).toMatchObject([
        { service: 'map', event_state: 'refused' },
        { service: 'player', event_state: 'given', event_type: 'expressed' },
      ]);
      const said = expect.objectContaining({ purpose: 'functional', event_state: 'refused' });
      expect(record.consent_events, 'a category of which one service alone is granted').toContainEqual(said);
      const shown = about.documents.find(({ role }) => role === 'presentation')!;
      const { preferences } = JSON.parse(utf8Text(files.get(`documents/${shown.sha256}.json`)!));
      for (const service of ['player', 'map']) expect(preferences).toContain(`value="${service}"`);
      expect(about.pages?.map(({ role }) => role)).toEqual(['presentation', 'presentation', 'presentation']);
      const [banner, , switches] = about.pages!;
      await opened(files.get(banner!.path)!, async (page) => {
        await page.getByText('letter for letter').waitFor();
        await page.frameLocator('iframe').getByRole('button', { name: 'Reject all' }).waitFor();
      });
      await opened(files.get(switches!.path)!, async (page) => {
        const frame = page.frameLocator('iframe');
        await frame.locator('summary').first().waitFor();
        for (const summary of await frame.locator('summary').all()) await summary.click();
        await frame.getByText('A map').first().waitFor();
      });
      const { code, text } = await verifiedBundle(body);
      expect(code, text).toBe(0);
    } finally {
      await changeSettings(app(), { granularity: null });
    }
  });

  it.each([
    ['a decision about a service', '".player":false', '".player":true'],
    ['the string that vendors were told', 'CQbGaMAQ.IFukA', 'CQbGaMAQ.IFukB'],
  ])('of nothing of which somebody has changed %s', async (_, before, after) => {
    const record = newRecord({ services: { player: false }, tcString: 'CQbGaMAQ.IFukA' });
    await store(app()).append([record]);
    await run(app());
    const change = (from: string, to: string) =>
      evidenceTables(app(), async (connection) => {
        const row = connection('consent_evidence_records').where({ consent_id: record.consentId });
        const { decisions } = await row.clone().first();
        await row.update({ decisions: decisions.replace(from, to) });
      });
    const { status, body } = await bundle(`consentId=${record.consentId}`);
    expect([status, (await verifiedBundle(body)).code]).toEqual([200, 0]);
    await change(before, after);
    expect((await bundle(`consentId=${record.consentId}`)).status).toBe(409);
    await change(after, before);
    expect((await bundle(`consentId=${record.consentId}`)).status).toBe(200);
  });

  it('that states the retention in force, not a shorter one that was announced', async () => {
    const record = newRecord();
    await store(app()).append([record]);
    const stated = async () =>
      readBundle((await bundle(`consentId=${record.consentId}`)).body).about.retention;
    await changeSettings(app(), { retentionMonths: 12 });
    await noteRetention(app().strapi);
    expect(await stated()).toEqual({
      retention_period: 'P36M',
      rule: 'A record is deleted 36 months after it was stored; under a legal hold it stays until the hold is lifted.',
    });
    await actOnRetention(app().strapi, { act: 'confirm', months: 12, reason: 'Test' });
    expect((await stated()).retention_period).toBe('P12M');
    await changeSettings(app(), { retentionMonths: null });
    await noteRetention(app().strapi);
    expect((await stated()).retention_period).toBe('P36M');
  });

  it('about an account, however many records it has', async () => {
    await store(app()).append(Array.from({ length: 60 }, () => newRecord({ user: 'ada' })));
    const { body } = await bundle('account=ada');
    expect(readBundle(body).about.items).toHaveLength(60);
    expect((await verifiedBundle(body)).code).toBe(0);
  });

  it('about an account, with the withdrawal of whoever was not signed in any more', async () => {
    const consent = newRecord({ user: 'grace' });
    const withdrawal = newRecord({ replaces: consent.consentId, source: 'withdraw', user: null });
    const later = newRecord({ consentId: withdrawal.consentId, user: null });
    const other = newRecord({ user: 'alan' });
    await store(app()).append([consent, withdrawal, later, other]);
    const { body } = await bundle('account=grace');
    const { consent_records } = JSON.parse(utf8Text(unzipFiles(body).get('records.json')!));
    const ids = consent_records.map(
      ({ record_header }: { record_header: { pii_principal_id: string } }) => record_header.pii_principal_id,
    );
    expect(ids).toEqual([consent.consentId, withdrawal.consentId]);
    expect(consent_records[1].record_header.replaces_pii_principal_id).toBe(consent.consentId);
    const { code, text } = await verifiedBundle(body);
    expect(code, text).toBe(0);
  });

  it('about an account, with all that nobody else decided under its consent ids, and nothing of another account', async () => {
    const { consentId, ...own } = newRecord({ user: 'mary' });
    const under = (user: string | null) => newRecord({ consentId, user });
    await store(app()).append([{ ...own, consentId }, ...Array.from({ length: 210 }, () => under(null))]);
    await store(app()).append([under('joan')]);
    const { body } = await bundle('account=mary');
    expect(readBundle(body).about.items).toHaveLength(211);
    const files = unzipFiles(body);
    const texts = [...files]
      .filter(([path]) => path.startsWith('sealed/'))
      .map(([, bytes]) => utf8Text(bytes));
    expect(texts.join()).not.toContain('joan');
    expect(utf8Text(files.get('README.txt')!)).toContain('decided while another account was signed in');
    expect((await verifiedBundle(body)).code).toBe(0);
  });

  it('that says what was erased, and none of nobody', async () => {
    const gone = newRecord();
    const later = newRecord({ replaces: gone.consentId });
    await store(app()).append([gone, later]);
    await store(app()).erase({ consentId: gone.consentId, actor: 'officer', at: new Date() });
    const { body } = await bundle(`consentId=${later.consentId}`);
    expect(readBundle(body).about.items).toHaveLength(2);
    const { code, text } = await verifiedBundle(body);
    expect(code, text).toBe(0);
    expect((await bundle(`consentId=${gone.consentId}`)).status).toBe(200);
    expect((await bundle(`consentId=${randomUUID()}`)).status).toBe(404);
    expect((await bundle('record=nothing')).status).toBe(404);
    for (const query of ['', 'record=1&account=2', 'user=ada', 'consentId=1']) {
      expect([query, (await bundle(query)).status]).toEqual([query, 400]);
    }
  });

  it('of nothing that somebody has changed in the database', async () => {
    const record = newRecord({ user: 'eve' });
    await store(app()).append([record]);
    await run(app());
    await evidenceTables(app(), (connection) =>
      connection('consent_evidence_records').where({ account: 'eve' }).update({ locale: 'fr' }),
    );
    const { status, body } = await bundle('account=eve');
    expect(status).toBe(409);
    expect(body.toString()).toContain('is not what was sealed as entry');
  });

  it('of nothing of which somebody has changed the leaf, with the record or without', async () => {
    const record = newRecord();
    await store(app()).append([record]);
    await run(app());
    const [item] = await store(app()).timeline(record.consentId);
    const [leaf] = await store(app()).leaves.ofItems([item!.id]);
    const changeLeaf = (commitment: Uint8Array) =>
      evidenceTables(app(), (connection) =>
        connection('consent_evidence_leaves')
          .where({ item_id: item!.id })
          .update({ commitment: Buffer.from(commitment).toString('hex') }),
      );
    await changeLeaf(Buffer.alloc(32, 7));
    expect((await bundle(`consentId=${record.consentId}`)).status).toBe(409);
    await evidenceTables(app(), (connection) =>
      connection('consent_evidence_records').where({ consent_id: record.consentId }).update({ locale: 'fr' }),
    );
    const changed = [{ id: item!.id, kind: 'record' as const }];
    const content = (await store(app()).leaves.contents(changed)).get(item!.id)!;
    await changeLeaf(commitmentOf({ kind: 'record', salt: leaf!.salt!, content }));
    const { status, body } = await bundle(`consentId=${record.consentId}`);
    expect(status).toBe(409);
    expect(body.toString()).toContain(
      `the record that is stored is not what the log holds as entry ${leaf!.index}`,
    );
  });

  it('of nothing that somebody has removed from the database, where that can be known', async () => {
    const record = newRecord();
    await store(app()).append([record]);
    await run(app());
    const [stored] = await store(app()).timeline(record.consentId);
    await evidenceTables(app(), (connection) =>
      connection('consent_evidence_records').where({ consent_id: record.consentId }).delete(),
    );
    const { status, body } = await bundle(`record=${stored!.id}`);
    expect(status).toBe(409);
    expect(body.toString()).toContain('somebody has removed it from the database');
    // A leaf names no consent id.
    expect((await bundle(`consentId=${record.consentId}`)).status).toBe(404);
  });

  it('of nothing that rests on a document which somebody has changed', async () => {
    const { documents } = store(app());
    const text = '{"kept":true}';
    const presentation = await documents.keep(
      { role: 'presentation', mediaType: 'application/json', text },
      new Date(),
    );
    const record = newRecord({ presentation });
    await store(app()).append([record]);
    await evidenceTables(app(), (connection) =>
      connection('consent_evidence_documents').where({ hash: presentation }).update({ content: '{}' }),
    );
    const { status, body } = await bundle(`consentId=${record.consentId}`);
    expect(status).toBe(409);
    expect(body.toString()).toContain(`the document ${presentation} is not what its hash says`);
  });

  it('of nothing that rests on a snapshot which somebody has changed, whatever it has become', async () => {
    const submission = await submissionTo(app());
    const { body: stored } = await postRecord(app(), submission);
    const record = await store(app()).byId(stored.id);
    const snapshot = await store(app()).snapshots.byHash(record!.snapshot!);
    const outlineOf = (change: object) =>
      evidenceTables(app(), async (connection) => {
        const row = connection('consent_evidence_snapshots').where({ hash: record!.snapshot });
        const { outline } = await row.clone().first();
        await row.update({ outline: JSON.stringify({ ...JSON.parse(outline), ...change }) });
        return JSON.parse(outline);
      });
    // The banner of which one could be made anew is gone, or what holds it.
    for (const banner of [null, { part: '0'.repeat(64) }]) {
      const before = await outlineOf({ banner });
      const { status, body } = await bundle(`consentId=${submission.consentId}`);
      expect(status).toBe(409);
      expect(body.toString()).toContain(`the snapshot ${record!.snapshot} is not what its hash says`);
      await outlineOf(before);
    }
    expect(await store(app()).snapshots.byHash(record!.snapshot!)).toEqual(snapshot);
  });

  it('of nothing that rests on a presentation which is none', async () => {
    const presentation = await store(app()).documents.keep(
      { role: 'presentation', mediaType: 'application/json', text: '{"type":"another"}' },
      new Date(),
    );
    const record = newRecord({ presentation });
    await store(app()).append([record]);
    const { status, body } = await bundle(`consentId=${record.consentId}`);
    expect(status).toBe(409);
    expect(body.toString()).toContain(`the document ${presentation} is not how a site presents a choice`);
  });

  it('to those alone who may export records', async () => {
    const other = await signInAdmin(app(), ['plugin::consent.records.read']);
    const { status } = await app()
      .http.get('/consent/records/bundle?account=ada')
      .set('Authorization', `Bearer ${other}`);
    expect(status).toBe(403);
  });
});
