import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CRITERIA } from '../server/src/assessments/criteria';
import { getEvidenceStore } from '../server/src/evidence';
import { configurationOf } from '../server/src/releases/service';
import { UIDS } from '../server/src/uids';
import { changesFollowed } from '../server/src/versions/changes';
import { fieldsOfType, signInAdmin } from './support/admin';
import { onSqlite } from './support/app';
import { assistantOf, calling, MCP, trail } from './support/assistant';
import {
  addLegalPage,
  addLocale,
  addProcessor,
  addTracker,
  categoryId,
  edit,
  updateSettings,
} from './support/content';
import { postRecord, submissionTo } from './support/records';
import { openFinding } from './support/scans';

const NAMES = [
  'consent_compare_releases',
  'consent_draft_legal_paragraph',
  'consent_draft_text',
  'consent_draft_tracker',
  'consent_explain_law',
  'consent_explain_tracker',
  'consent_lint_legal_page',
  'consent_overview',
  'consent_read_configuration',
  'consent_scan_findings',
  'consent_search_catalogue',
];

const namesOf = async (client: Client) =>
  (await client.listTools()).tools.map(({ name }) => name).filter((name) => name.startsWith('consent_'));

onSqlite('tools for assistants', MCP, (app) => {
  let client: Client;
  const call = calling(() => client);
  beforeAll(async () => {
    client = await assistantOf(app());
  });
  afterAll(() => client.close());

  it('are offered by their names, with a resource and prompts', async () => {
    expect((await namesOf(client)).sort()).toEqual(NAMES);
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toContain('consent://law-table');
    const { contents } = await client.readResource({ uri: 'consent://law-table' });
    const table = JSON.parse((contents[0] as { text: string }).text);
    expect(table).toMatchObject({
      models: expect.arrayContaining([expect.objectContaining({ region: 'US', model: 'opt-out' })]),
      bases: expect.arrayContaining([expect.objectContaining({ region: 'GB', basis: 'objection' })]),
      refusals: expect.arrayContaining([expect.objectContaining({ region: 'US-CA', months: 12 })]),
      proposals: [{ proposal: 'eu-digital-omnibus', isApplied: false }],
    });
    const prompts = (await client.listPrompts()).prompts.map(({ name }) => name);
    expect(prompts).toEqual(expect.arrayContaining(['consent_review', 'consent_legal_paragraph']));
    const { messages } = await client.getPrompt({
      name: 'consent_legal_paragraph',
      arguments: { page: 'privacy', locale: 'en', subject: 'maps' },
    });
    expect(JSON.stringify(messages)).toContain('legal page \\"privacy\\"');
  });

  it('read overview, law, catalogue, configuration, releases and findings', async () => {
    expect((await call('consent_overview')).data).toMatchObject({ enabled: true, totals: { records: 0 } });
    expect((await call('consent_explain_law', { country: 'de' })).data).toMatchObject({
      model: 'opt-in',
      reason: 'eea',
    });
    expect((await call('consent_explain_law', { country: 'US', region: 'CA' })).data).toMatchObject({
      model: 'opt-out',
      reason: 'country',
      row: { region: 'US' },
    });
    const { presets } = (await call('consent_search_catalogue', { query: '_ga' })).data;
    expect(presets.map(({ key }) => key)).toContain('ga4');
    const { total, items } = (await call('consent_read_configuration', { part: 'categories', limit: 1 }))
      .data;
    expect([Number(total) > 1, items.length]).toEqual([true, 1]);
    expect((await call('consent_read_configuration', { part: 'categories', name: 'nope' })).text).toBe(
      'There is no entry "nope" among the categories.',
    );
  });

  it('read what scans have found, by its state and gravity', async () => {
    const found = async (filter = {}) => (await call('consent_scan_findings', filter)).data;
    expect(await found()).toEqual({ total: 0, findings: [] });
    const finding = openFinding();
    await app().strapi.db.query(UIDS.scanFinding).create({ data: finding });
    const { firstSeenAt, lastSeenAt, documentId, ...said } = finding;
    expect(await found({ severity: 'serious' })).toEqual({
      total: 1,
      findings: [
        {
          id: documentId,
          state: 'open',
          severity: 'serious',
          rule: said.rule,
          message: said.message,
          site: said.site,
          models: said.models,
          reported: said.reported,
          firstSeenAt: firstSeenAt.toISOString(),
          lastSeenAt: lastSeenAt.toISOString(),
        },
      ],
    });
    expect((await found({ severity: 'moderate' })).total).toBe(0);
    expect((await found({ state: 'settled' })).total).toBe(0);
  });

  it('tell what a release changed, and nobody who published it', async () => {
    await addTracker(app().strapi, { name: 'Counter', loaderSrc: 'https://vendor.example/c.js' });
    const [latest] = (await call('consent_compare_releases')).data.releases;
    expect(latest?.number).toBeGreaterThan(1);
    const one = await call('consent_compare_releases', { number: latest?.number });
    const { differences, releases } = one.data;
    expect(JSON.stringify(differences)).toContain('Counter');
    expect(JSON.stringify(releases)).not.toMatch(/actor|Ada|@example/);
    expect((await call('consent_compare_releases', { number: 999 })).isError).toBe(true);
  });

  it('tell that a processor was compared with its contract, and not by whom', async () => {
    const { strapi, http } = app();
    const documentId = await addProcessor(strapi, { name: 'Hosting' });
    const verify = http
      .post(`/consent/processors/${documentId}/verification`)
      .set('Authorization', `Bearer ${await signInAdmin(app())}`);
    expect((await verify).body).toMatchObject({ verified: true, by: 'Ada Admin' });
    const [latest] = (await call('consent_compare_releases')).data.releases;
    const kept = await getEvidenceStore(strapi).releases.byNumber(latest?.number ?? 0);
    const { processors } = await configurationOf(strapi, kept!);
    expect(processors[0]?.shared).toMatchObject({ verifiedBy: 'Ada Admin' });
    const { text } = await call('consent_compare_releases', { number: latest?.number });
    expect(text).toContain('shared.verifiedAt');
    expect(text).not.toMatch(/verifiedBy|Ada/);
  });

  it('tell which exemptions a release began, and not who assessed them', async () => {
    const { strapi, http } = app();
    const analytics = await categoryId(strapi, 'analytics');
    await edit(strapi, UIDS.category, analytics, { purpose: 'audience-measurement' });
    const by = `Bearer ${await signInAdmin(app())}`;
    const path = `/consent/categories/${analytics}/assessments`;
    const { trackers } = (await http.get(path).set('Authorization', by)).body;
    const assess = http
      .post(path)
      .set('Authorization', by)
      .send({
        answers: Object.fromEntries(CRITERIA.map((name) => [name, { met: true, note: null }])),
        trackers: trackers.map(({ id, hash }: { id: string; hash: string }) => ({ id, hash })),
        renewBy: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10),
      });
    expect((await assess).status).toBe(201);
    await http.get('/api/consent/config');
    const [latest] = (await call('consent_compare_releases')).data.releases;
    const { data, text } = await call('consent_compare_releases', { number: latest?.number });
    expect(data.assessments).toEqual([
      { category: 'analytics', change: 'began', assessedAt: expect.any(String), reason: null },
    ]);
    expect(text).not.toContain('Ada');
    await edit(strapi, UIDS.category, analytics, { purpose: null });
  });

  describe('explain what a tracker does', () => {
    const explained = async (name = 'Counter') => (await call('consent_explain_tracker', { name })).data;
    /** Whether its category is granted before a choice, by the model: without and with Global Privacy Control. */
    const granted = async () =>
      Object.fromEntries(
        (await explained()).beforeChoice.map((one) => [
          [one.model, ...(one.places ?? [])].join(' '),
          [one.granted, one.grantedWithGPC],
        ]),
      );
    const analytics = async (data: Record<string, unknown>) => {
      const { strapi } = app();
      await edit(strapi, UIDS.category, await categoryId(strapi, 'analytics'), data);
    };
    const [on, off] = [
      [true, true],
      [false, false],
    ];

    it('as the admin does beside its form', async () => {
      expect(await explained()).toMatchObject({
        name: 'Counter',
        category: 'analytics',
        served: ['Listed for visitors, and served in every environment.'],
        loads: [
          "At the end of the page's head: the script https://vendor.example/c.js",
          'As soon as it may.',
        ],
        waits: [expect.stringMatching(/^A yes to “.+”\. Under opt-out laws: no refusal of it\.$/)],
        afterWithdrawal: ['Nothing: it lists no cookies.'],
        warnings: [],
      });
      expect((await call('consent_explain_tracker', { name: 'Nobody' })).text).toContain(
        'There is no tracker',
      );
    });

    it('under each model, by what its category says of opt-out and of Global Privacy Control', async () => {
      await analytics({ respectGPC: false, defaultInOptOut: true });
      expect(await granted()).toEqual({ 'opt-in': off, 'opt-out': on, notice: on, none: on });
      await analytics({ respectGPC: true });
      const untilSignal = [true, false];
      expect(await granted()).toEqual({
        'opt-in': off,
        'opt-out': untilSignal,
        notice: untilSignal,
        none: untilSignal,
      });
      await analytics({ respectGPC: false, defaultInOptOut: false });
      expect(await granted()).toEqual({ 'opt-in': off, 'opt-out': off, notice: on, none: on });
      await analytics({ defaultInOptOut: true });
    });

    it('where its category rests on something else than consent', async () => {
      await analytics({ purpose: 'statistics' });
      const { beforeChoice } = await explained();
      expect(beforeChoice).toContainEqual({
        model: 'opt-in',
        places: ['GB'],
        basis: 'objection',
        granted: true,
        grantedWithGPC: true,
      });
      expect(await granted()).toMatchObject({ 'opt-in': off });
      await analytics({ purpose: null });
      expect(await granted()).not.toHaveProperty('opt-in GB');
    });

    it('where consent is switched off, and where it is', async () => {
      const { strapi } = app();
      await updateSettings(strapi, { enabled: false });
      expect(await granted()).toEqual({ 'opt-in': off, 'opt-out': off, notice: off, none: off });
      expect((await explained()).served).toEqual([
        'Listed, but consent is disabled: only what is always on loads.',
      ]);
      await updateSettings(strapi, { enabled: true });
      await addTracker(strapi, { name: 'Dormant', enabled: false });
      expect(await explained('Dormant')).toMatchObject({
        served: [expect.stringContaining('switched off')],
        beforeChoice: [],
      });
    });

    it('and what a withdrawal leaves: databases of the browser, other sites, and what others declare, too', async () => {
      await addTracker(app().strapi, {
        name: 'Shop',
        category: await categoryId(app().strapi, 'marketing'),
        cookies: [{ name: '_shared', storage: 'cookie' }],
      });
      await addTracker(app().strapi, {
        name: 'Keeper',
        cookies: [
          { name: '_own', storage: 'cookie' },
          { name: '_shared', storage: 'cookie' },
          { name: 'visits', storage: 'indexedDB' },
          { name: 'uid', storage: 'cookie', domain: '.vendor.example' },
        ],
      });
      const { afterWithdrawal, stores } = await explained('Keeper');
      expect(afterWithdrawal).toEqual([
        '_own',
        'Not _shared while “Shop” is granted: it declares it too.',
        'Not visits: IndexedDB is left to the vendor.',
        'uid only on a site under .vendor.example; elsewhere it is out of reach.',
      ]);
      expect(stores).toHaveLength(4);
    });

    it('with what it stores by another language, where the default one lists nothing of it', async () => {
      const { strapi } = app();
      await addLocale(strapi, 'fr');
      const category = await categoryId(strapi, 'analytics');
      await edit(strapi, UIDS.category, category, { label: 'Mesure' }, 'fr');
      const cookies = [{ name: '_fr', storage: 'cookie' }];
      const id = await addTracker(strapi, { name: 'From France', cookies }, 'fr');
      // A token has the languages that there were when it was made.
      const reader = await assistantOf(app());
      const told = async () => (await calling(() => reader)('consent_explain_tracker', { name: id })).data;
      try {
        expect(await told()).toMatchObject({ afterWithdrawal: ['_fr'], stores: cookies });
        await edit(strapi, UIDS.tracker, id, { purpose: 'Counts visits', category }, 'en');
        expect(await told()).toMatchObject({ afterWithdrawal: ['_fr'], stores: cookies });
      } finally {
        await reader.close();
      }
    });

    it('but nothing to who may read a part of it only', async () => {
      const reader = await assistantOf(
        app(),
        ({ action, subject }) =>
          action === 'plugin::content-manager.explorer.read' && subject === UIDS.tracker,
        ['enabled', 'name', 'kind'],
      );
      try {
        const { isError, text } = await calling(() => reader)('consent_explain_tracker', { name: 'Counter' });
        expect([isError, text]).toEqual([true, expect.stringContaining('category, hosts')]);
      } finally {
        await reader.close();
      }
    });
  });

  describe('draft', () => {
    it('a tracker of the catalogue, switched off: a release of its own, by which visitors are served what they were', async () => {
      const { strapi, http } = app();
      const { releases, snapshots } = getEvidenceStore(strapi);
      const content = '{{cookie-table}}\n\n{{processors}}';
      const documentId = await addLegalPage(strapi, { slug: 'cookies', kind: 'cookies', content });
      await strapi.documents(UIDS.legalPage).publish({ documentId });
      const served = async () => {
        const answers = [];
        for (const path of ['config', 'subprocessors', 'legal/cookies']) {
          const { status, body, headers } = await http.get(`/api/consent/${path}`);
          expect([path, status]).toEqual([path, 200]);
          answers.push({ body, etag: headers.etag });
        }
        await changesFollowed(strapi);
        return { answers, snapshots: await snapshots.latest(100) };
      };
      const before = await served();
      const last = await releases.latest();
      const { data } = await call('consent_draft_tracker', { preset: 'matomo', category: 'analytics' });
      expect(data).toMatchObject({ enabled: false });
      const found = await strapi.documents(UIDS.tracker).findOne({ documentId: data.documentId });
      expect(found).toMatchObject({ enabled: false });
      expect(await served()).toEqual(before);
      const made = await releases.latest();
      expect(made).toMatchObject({
        number: (last?.number ?? 0) + 1,
        actor: { kind: 'admin', name: 'Ada Admin' },
        versions: last?.versions,
        asks: [],
        touched: 0,
      });
      for (const wrong of [
        { preset: 'none', category: 'analytics' },
        { preset: 'matomo', category: 'none' },
        { preset: 'matomo', category: 'analytics', variables: { NONE: '1' } },
      ]) {
        expect((await call('consent_draft_tracker', wrong)).isError).toBe(true);
      }
    });

    it('a text and a paragraph of a legal page, which stay drafts', async () => {
      const { strapi, http } = app();
      const documentId = await addLegalPage(strapi, {
        slug: 'privacy',
        kind: 'privacy',
        content: '# Privacy\n\nOne\n\n## Maps\n\nTwo',
      });
      await strapi.documents(UIDS.legalPage).publish({ documentId });
      const published = (await http.get('/api/consent/legal/privacy')).body;
      const page = { kind: 'legalPages', name: 'privacy', locale: 'en' };
      const retitled = { ...page, field: 'title', text: 'New', replaces: 'privacy' };
      expect((await call('consent_draft_text', retitled)).data).toMatchObject({
        documentId,
        before: 'privacy',
      });
      // What somebody else has written meanwhile stays.
      expect((await call('consent_draft_text', { ...retitled, text: 'Newer' })).text).toBe(
        'It is another text than "replaces" says; read it again.',
      );
      const added = await call('consent_draft_legal_paragraph', {
        page: 'privacy',
        locale: 'en',
        markdown: 'A map of [PLACEHOLDER: vendor].',
        behindHeading: 'Maps',
      });
      expect(added.isError).toBeUndefined();
      const draft = await strapi.documents(UIDS.legalPage).findOne({ documentId, status: 'draft' });
      expect(draft).toMatchObject({
        title: 'New',
        content: '# Privacy\n\nOne\n\n## Maps\n\nA map of [PLACEHOLDER: vendor].\n\nTwo',
      });
      expect((await http.get('/api/consent/legal/privacy')).body).toEqual(published);
      expect((await call('consent_lint_legal_page', { page: 'privacy' })).data.warnings).toEqual([
        { code: 'placeholder', line: 7, message: 'fill in: vendor' },
      ]);
      const refused = [
        await call('consent_draft_legal_paragraph', { page: 'privacy', locale: 'en', markdown: '{{nope}}' }),
        await call('consent_draft_legal_paragraph', {
          ...{ page: 'privacy', locale: 'en', markdown: 'x', behindHeading: 'None' },
        }),
        await call('consent_draft_text', { ...page, field: 'slug', text: 'x', replaces: 'privacy' }),
        await call('consent_draft_text', {
          ...{ ...page, locale: 'fr', field: 'title', text: 'x', replaces: null },
        }),
        await call('consent_draft_text', { ...page, field: 'title', text: 'x', replaces: null }),
        await call('consent_draft_text', { ...page, field: 'title', text: 'x' }),
      ];
      expect(refused.map(({ isError }) => isError)).toEqual(refused.map(() => true));
      expect(refused.at(-1)?.text).toContain('replaces');
    });

    it('no text that the owner of the token may not read, as if there were none', async () => {
      const { strapi } = app();
      const content = '# Of a colleague';
      const documentId = await addLegalPage(strapi, { slug: 'terms', kind: 'other', content });
      const writer = await assistantOf(
        app(),
        ({ action, subject }) => subject === UIDS.legalPage && /\.(read|update)$/.test(action),
        ({ action }) => (action.endsWith('.read') ? ['slug', 'kind', 'title'] : undefined),
      );
      try {
        const draft = calling(() => writer);
        const page = { kind: 'legalPages', name: 'terms', locale: 'en' };
        const refused = [
          await draft('consent_draft_text', { ...page, field: 'content', text: 'Mine', replaces: null }),
          await draft('consent_draft_legal_paragraph', { page: 'terms', locale: 'en', markdown: 'Mine' }),
        ];
        for (const { isError, text } of refused) {
          expect([isError, text]).toEqual([true, expect.stringContaining('may not read')]);
        }
        expect(await strapi.documents(UIDS.legalPage).findOne({ documentId })).toMatchObject({ content });
        const title = { ...page, field: 'title', text: 'New', replaces: 'terms' };
        expect((await draft('consent_draft_text', title)).isError).toBeUndefined();
      } finally {
        await writer.close();
      }
    });

    it('only what the conditions of a role let its holder change, and read only what they let them read', async () => {
      const { strapi } = app();
      await addLegalPage(strapi, { slug: 'of-a-colleague', kind: 'other' });
      const explorer = (action: string, conditions: string[]) => ({
        action: `plugin::content-manager.explorer.${action}`,
        subject: UIDS.legalPage,
        fields: fieldsOfType(app(), UIDS.legalPage),
        locales: null,
        conditions,
      });
      const isCreator = ['admin::is-creator'];
      for (const [mine, conditions] of [
        ['mine-to-change', []],
        ['mine-alone', isCreator],
      ] as const) {
        const owner = await signInAdmin(app(), [
          'admin::admin-tokens.create',
          explorer('create', isCreator),
          explorer('read', [...conditions]),
          explorer('update', isCreator),
        ]);
        const created = await app()
          .http.post(`/content-manager/collection-types/${UIDS.legalPage}`)
          .set('Authorization', `Bearer ${owner}`)
          .send({ slug: mine, kind: 'other', title: mine, content: 'Text' });
        expect(created.status).toBe(201);
        const ofType = ({ subject }: { subject: string | null }) => subject === UIDS.legalPage;
        const fields = fieldsOfType(app(), UIDS.legalPage);
        const author = await assistantOf(app(), ofType, fields, owner);
        try {
          const draft = (name: string, replaces: string) =>
            calling(() => author)('consent_draft_text', {
              ...{ kind: 'legalPages', name, locale: 'en', field: 'title', text: 'Mine', replaces },
            });
          const { isError, text } = await draft('of-a-colleague', 'of-a-colleague');
          const reason = conditions.length === 0 ? 'may not change this' : 'no entry "of-a-colleague"';
          expect([isError, text]).toEqual([true, expect.stringContaining(reason)]);
          expect((await draft(mine, mine)).data).toMatchObject({ before: mine });
        } finally {
          await author.close();
        }
      }
      expect(
        await strapi.documents(UIDS.legalPage).findFirst({ filters: { slug: 'of-a-colleague' } }),
      ).toMatchObject({ title: 'of-a-colleague' });
    });

    it('nothing that would be live at once', async () => {
      const wanted = { kind: 'categories', name: 'analytics', locale: 'en', field: 'label', text: 'Numbers' };
      const banner = { kind: 'settings', locale: 'en', field: 'bannerTitle', text: 'Cookies?' };
      for (const live of [wanted, banner]) {
        const { isError, text } = await call('consent_draft_text', { ...live, replaces: null });
        expect([isError, text]).toEqual([true, expect.stringContaining('live at once')]);
      }
    });
  });

  it('are in the trail, each call and what it did, in the name of the owner of the token', async () => {
    await call('consent_explain_law', { country: 'CH' });
    const [last] = await trail(app(), 'plugin::consent.configuration');
    expect(last).toMatchObject({
      action: 'assist',
      actor: { kind: 'admin', name: 'Ada Admin' },
      subject: { title: 'consent_explain_law' },
      changes: [{ path: 'country', before: null, after: 'CH' }],
    });
    const trackers = await trail(app(), UIDS.tracker);
    expect(trackers.find(({ subject }) => subject.title === 'Matomo')).toMatchObject({
      action: 'create',
      actor: { kind: 'admin', name: 'Ada Admin' },
    });
  });

  it('reach no record, account or secret', async () => {
    const submission = await submissionTo(app());
    const { id } = (await postRecord(app(), submission)).body;
    expect(id).toBeTruthy();
    const answers = [
      await call('consent_overview'),
      await call('consent_scan_findings', { state: 'any' }),
      await call('consent_compare_releases'),
      ...(await Promise.all(
        ['settings', 'categories', 'trackers', 'processors', 'legalPages'].map((part) =>
          call('consent_read_configuration', { part, limit: 100 }),
        ),
      )),
    ];
    expect(answers.filter(({ isError }) => isError)).toEqual([]);
    expect(JSON.stringify(answers)).not.toMatch(
      new RegExp(`${submission.consentId}|${id}|admin-[^"]*@example|PRIVATE\\+KEY|password`),
    );
  });

  it('are those that the token may use, and show what its role may read', async () => {
    const overview = await assistantOf(app(), ({ action }) => action === 'plugin::consent.overview.read');
    const trackers = await assistantOf(
      app(),
      ({ action, subject }) => action === 'plugin::content-manager.explorer.read' && subject === UIDS.tracker,
    );
    try {
      expect((await namesOf(overview)).sort()).toEqual(['consent_explain_law', 'consent_overview']);
      expect((await namesOf(trackers)).sort()).toEqual([
        'consent_explain_tracker',
        'consent_read_configuration',
        'consent_search_catalogue',
      ]);
      const read = calling(() => trackers);
      expect((await read('consent_read_configuration', { part: 'settings' })).isError).toBe(true);
      const found = (await read('consent_read_configuration', { part: 'trackers', name: 'Counter' })).data;
      expect(found.items[0]?.shared).toMatchObject({ name: 'Counter' });
    } finally {
      await overview.close();
      await trackers.close();
    }
  });
});

onSqlite(
  'tools for assistants, where publishing is by hand',
  { ...MCP, options: { releases: { publish: 'manual' } } },
  (app) => {
    it('draft texts of categories, which wait with all else that editors save', async () => {
      const client = await assistantOf(app());
      try {
        const label = async () =>
          (await app().http.get('/api/consent/config')).body.categories.find(
            ({ key }: { key: string }) => key === 'analytics',
          ).label;
        const before = await label();
        const wanted = {
          kind: 'categories',
          name: 'analytics',
          locale: 'en',
          field: 'label',
          text: 'Numbers',
          replaces: before,
        };
        const { isError, text } = await calling(() => client)('consent_draft_text', wanted);
        expect([isError, text]).toEqual([undefined, expect.stringContaining('draft')]);
        expect(await label()).toBe(before);
        const found = await app()
          .strapi.documents(UIDS.category)
          .findFirst({ filters: { key: 'analytics' } });
        expect(found).toMatchObject({ label: 'Numbers' });
        await edit(app().strapi, UIDS.category, found?.documentId ?? '', { label: before });
      } finally {
        await client.close();
      }
    });

    it('draft texts of the banner, as far as the owner of the token may change the settings', async () => {
      const client = await assistantOf(app());
      const reader = await assistantOf(app(), ({ action }) => action !== 'plugin::consent.settings.update');
      try {
        const texts = async () => (await app().http.get('/api/consent/config')).body.texts;
        const before = await texts();
        const draft = calling(() => client);
        const { items } = (await draft('consent_read_configuration', { part: 'settings' })).data;
        const { bannerTitle: replaces } = items[0]!.locales.en!;
        const wanted = { kind: 'settings', locale: 'en', field: 'bannerTitle', text: 'Biscuits?', replaces };
        expect((await draft('consent_draft_text', { ...wanted, replaces: 'Cakes?' })).text).toBe(
          'It is another text than "replaces" says; read it again.',
        );
        const { isError, data } = await draft('consent_draft_text', wanted);
        expect([isError, data]).toEqual([undefined, expect.objectContaining({ next: expect.anything() })]);
        expect(await texts()).toEqual(before);
        const stored = await app().strapi.documents(UIDS.setting).findFirst({});
        expect(stored).toMatchObject({ documentId: data.documentId, bannerTitle: 'Biscuits?' });
        expect((await trail(app(), UIDS.setting))[0]).toMatchObject({ actor: { name: 'Ada Admin' } });
        const again = { ...wanted, replaces: 'Biscuits?' };
        for (const wrong of [{ field: 'enabled' }, { locale: 'xx' }, { text: 'x'.repeat(256) }]) {
          expect((await draft('consent_draft_text', { ...again, ...wrong })).isError, wrong.field).toBe(true);
        }
        const refused = await calling(() => reader)('consent_draft_text', { ...again, text: 'No' });
        expect(refused.text).toContain('may not do this: plugin::consent.settings.update');
        expect(await app().strapi.documents(UIDS.setting).findFirst({})).toMatchObject({
          bannerTitle: 'Biscuits?',
        });
      } finally {
        await client.close();
        await reader.close();
      }
    });
  },
);
