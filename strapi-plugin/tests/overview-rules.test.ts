import { DEFAULT_JURISDICTION_OVERRIDES } from '@permesso/consent-core';
import { describe, expect, it } from 'vitest';
import { proof } from '../server/src/legal/documents/english/cookies';
import { sealWarnings } from '../server/src/overview/seal-warnings';
import { statisticsOf } from '../server/src/overview/statistics';
import { type OverviewContent, warningsOf } from '../server/src/overview/warnings';

type Row<Name extends 'categories' | 'trackers' | 'processors'> = NonNullable<
  OverviewContent[Name]
>[number]['shared'];

const document = <Shared>(documentId: string, shared: Partial<Shared>) => ({
  documentId,
  shared: shared as Shared,
  byLocale: new Map(),
});

const analytics = document<Row<'categories'>>('c1', { key: 'analytics', required: false });
const tracker = (shared: Partial<Row<'trackers'>> = {}) =>
  document<Row<'trackers'>>('t1', {
    name: 'Plausible',
    enabled: true,
    vendor: 'Plausible',
    vendorPrivacyUrl: 'https://plausible.example/privacy',
    category: { key: 'analytics', documentId: 'c1' },
    cookies: [{ name: '_p', storage: 'cookie' }],
    ...shared,
  });
const processor = (shared: Partial<Row<'processors'>> = {}) =>
  document<Row<'processors'>>('p1', {
    name: 'Plausible Insights OÜ',
    role: 'processor',
    state: 'active',
    verified: true,
    dpaUrl: 'https://plausible.example/dpa',
    ...shared,
  });

const effective: OverviewContent['effective'] = {
  enabled: true,
  jurisdiction: { overrides: [], fallback: 'opt-in' },
  recording: { mode: 'anonymous', retentionMonths: 36, implicit: false, userAgent: false, networks: false },
  subprocessorNotice: { days: 30, email: 'privacy@shop.example', subscribeUrl: null },
};

const linked = document<NonNullable<OverviewContent['settings']>['shared']>('s1', {
  linkPrivacy: 'https://shop.example/privacy',
});

const content = (changes: Partial<OverviewContent> = {}): OverviewContent => ({
  settings: linked,
  categories: [analytics],
  trackers: [tracker()],
  processors: [processor()],
  legalPages: [],
  documents: [{ kind: 'privacy' }],
  locales: { default: 'en', all: ['en'] },
  operation: { isPurgePlanned: true, isSealKeyKept: false, isLimitPerInstance: false },
  effective,
  ...changes,
});

type Settings = NonNullable<OverviewContent['settings']>['shared'];
const hiding = document<Settings>('s1', { ...linked.shared, showRejectAll: false });
const required = document<Row<'categories'>>('c2', { key: 'necessary', required: true });
const nothingAsked = { settings: linked, categories: [required], trackers: [] };
const page = (markdown: string) => ({
  documentId: 'l1',
  title: 'Privacy',
  kind: 'privacy' as const,
  locale: 'en',
  content: markdown,
});

describe('overview warnings', () => {
  it('K: stay silent where nothing is to be done', () => {
    expect(warningsOf(content())).toEqual([]);
  });

  it('say when there is no privacy policy to read', () => {
    expect(warningsOf(content({ documents: [{ kind: 'cookies' }], settings: null }))).toMatchObject([
      { code: 'no-privacy-policy', field: 'linkPrivacy' },
    ]);
    expect(warningsOf(content({ documents: [] }))).toEqual([]);
    const onSite = document<Settings>('s1', { linkPrivacy: '/privacy' });
    const draft = { documents: [], legalPages: [page('Text')] };
    expect(warningsOf(content({ settings: onSite, documents: [] }))).toEqual([]);
    expect(warningsOf(content({ ...draft }))).toEqual([]);
    expect(warningsOf(content({ ...draft, settings: onSite }))).toMatchObject([
      { code: 'no-privacy-policy', uid: 'plugin::consent.legal-page', documentId: 'l1', subject: 'Privacy' },
    ]);
    expect(
      warningsOf(content({ documents: [], settings: null, effective: { ...effective, enabled: false } })),
    ).toEqual([]);
  });

  it('say when the banner leads to none that is published', () => {
    expect(warningsOf(content({ settings: null }))).toMatchObject([
      { code: 'banner-without-links', uid: 'plugin::consent.setting', field: 'linkPrivacy' },
    ]);
    const cookies = document<Settings>('s1', { linkCookies: '/cookies' });
    expect(warningsOf(content({ settings: cookies }))).toEqual([]);
  });

  it('name each text that a language lacks, and no language that has it', () => {
    const row = (shared: object, german: object) => ({
      documentId: 'x1',
      shared: shared as never,
      byLocale: new Map([['de', german as never]]),
    });
    const cookie = { name: '_p', storage: 'cookie', description: 'Counts' };
    const published = (documentId: string, locale: string) => ({
      ...page('Text'),
      documentId,
      locale,
      publishedAt: '2026-01-01',
    });
    const listed = { ...processor().shared, showInPrivacyPolicy: true, purpose: 'Counting' };
    const words = { key: 'analytics', required: false, label: 'Analytics', description: 'How it is used' };
    const found = warningsOf(
      content({
        locales: { default: 'en', all: ['de', 'en'] },
        categories: [row(words, { label: 'Statistik', description: null })],
        trackers: [
          row(
            { ...tracker().shared, cookies: [cookie], purpose: 'Counts' },
            { purpose: 'Zählt', cookies: [] },
          ),
        ],
        settings: row(
          { ...linked.shared, bannerTitle: 'Your choice', labelSave: 'Keep' },
          { labelSave: 'Merken' },
        ),
        processors: [
          row({ ...listed, transferMechanism: 'scc', transferNotes: 'Encrypted' }, { purpose: 'Zählen' }),
          row({ ...listed, transferMechanism: 'none', transferNotes: 'Not shown' }, { purpose: 'Zählen' }),
          row({ ...listed, showInPrivacyPolicy: false }, {}),
        ],
        legalPages: [published('l1', 'en'), published('l2', 'en'), published('l2', 'de'), page('A draft')],
      }),
    );
    expect(found).toMatchObject([
      { uid: 'plugin::consent.setting', field: 'bannerTitle', subject: 'Your choice' },
      { uid: 'plugin::consent.category', field: 'description', subject: 'Analytics' },
      { uid: 'plugin::consent.tracker', field: 'cookies', subject: 'Plausible' },
      { uid: 'plugin::consent.processor', field: 'transferNotes' },
      { uid: 'plugin::consent.legal-page', documentId: 'l1', field: 'content', subject: 'Privacy' },
    ]);
    for (const warning of found) expect(warning).toMatchObject({ code: 'untranslated', locale: 'de' });
  });

  it.each<[string, object, boolean]>([
    ['the lifetime of a cookie', { durationText: '2 years' }, true],
    ['both words of a cookie', { durationText: '2 years', description: 'Counts' }, true],
    ['no word of a cookie that says none', {}, false],
  ])('ask for %s in each language', (_, words, isAsked) => {
    const cookie = { name: '_p', storage: 'cookie' as const };
    const codes = (german: object) => {
      const { shared } = tracker({ cookies: [{ ...cookie, ...words }] });
      const byLocale = new Map([['de', tracker({ cookies: [{ ...cookie, ...german }] }).shared]]);
      const trackers = [{ documentId: 't1', shared, byLocale }];
      const found = warningsOf(content({ locales: { default: 'en', all: ['en', 'de'] }, trackers }));
      return found.flatMap(({ code, uid, field }) => (uid?.endsWith('tracker') ? [[code, field]] : []));
    };
    expect(codes({ description: 'Zählt' })).toEqual(isAsked ? [['untranslated', 'cookies']] : []);
    expect(codes({ durationText: '2 Jahre', description: 'Zählt' })).toEqual([]);
  });

  it('ask for the data that a listed processor gets in each language', () => {
    const asked = (english: object, german: object) => {
      const { shared } = processor({ showInPrivacyPolicy: true, ...english });
      const byLocale = new Map([['de', processor(german).shared]]);
      const processors = [{ documentId: 'p1', shared, byLocale }];
      const found = warningsOf(content({ locales: { default: 'en', all: ['en', 'de'] }, processors }));
      return found.flatMap(({ uid, field }) => (uid?.endsWith('processor') ? [field] : []));
    };
    const dataCategories = ['Contact'];
    expect(asked({ dataCategories }, { dataCategories: [] })).toEqual(['dataCategories']);
    expect(asked({ dataCategories }, { dataCategories: ['Kontakt'] })).toEqual([]);
    expect(asked({ dataCategories: [] }, {})).toEqual([]);
    expect(asked({ dataCategories, showInPrivacyPolicy: false }, {})).toEqual([]);
  });

  it('tell two cookies of one name apart by their domains', () => {
    const cookie = (domain: string, description?: string) => ({
      name: 'NID',
      domain,
      storage: 'cookie' as const,
      ...(description && { description }),
    });
    const english = tracker({
      cookies: [cookie('.google.com', 'Searches'), cookie('.youtube.com', 'Films')],
    });
    const warnedIn = (...cookies: ReturnType<typeof cookie>[]) => {
      const german = tracker({ cookies }).shared;
      const trackers = [{ ...english, byLocale: new Map([['de', german]]) }];
      const found = warningsOf(content({ locales: { default: 'en', all: ['de', 'en'] }, trackers }));
      return found.map(({ field }) => field).includes('cookies');
    };
    expect(warnedIn(cookie('.google.com', 'Sucht'), cookie('.youtube.com', 'Filme'))).toBe(false);
    expect(warnedIn(cookie('.google.com', 'Sucht'), cookie('.youtube.com'))).toBe(true);
  });

  it('say how it runs where that needs a look, unless nothing is recorded', () => {
    const operation = { isPurgePlanned: false, isSealKeyKept: true, isLimitPerInstance: true };
    const codes = (changes: Partial<OverviewContent>) => warningsOf(content(changes)).map(({ code }) => code);
    expect(codes({ operation })).toEqual(['purge-off', 'seal-key-kept', 'limit-per-instance']);
    const recording = { ...effective.recording, mode: 'none' as const };
    expect(codes({ operation, effective: { ...effective, recording } })).toEqual([]);
  });

  it('say that the log is behind after an hour, with how many wait, and what keeps it', () => {
    const now = new Date('2026-11-26T14:00:00.000Z');
    const since = (minutes: number, more = false) => ({
      items: 1234,
      more,
      since: new Date(now.getTime() - minutes * 60_000),
    });
    expect(sealWarnings(null, [], now)).toEqual([]);
    expect(sealWarnings(since(59), [], now)).toEqual([]);
    expect(sealWarnings(since(61), [], now)).toMatchObject([
      { code: 'seal-behind', detail: '1234', message: expect.stringContaining('1234') },
    ]);
    expect(sealWarnings(since(61, true), [], now)).toMatchObject([{ detail: '1234+' }]);
    const problems = (['name', 'log', 'folder', 'timestamp'] as const).map((about) => ({
      about,
      message: 'why',
    }));
    expect(sealWarnings(null, problems, now).map(({ code, detail }) => [code, detail])).toEqual([
      ['seal-without-name', undefined],
      ['seal-fails', 'why'],
      ['seal-folder', 'why'],
      ['seal-timestamp', 'why'],
    ]);
  });

  it.each([
    ['tracker-without-privacy-link', 'vendorPrivacyUrl', { trackers: [tracker({ vendorPrivacyUrl: null })] }],
    ['tracker-without-cookies', 'cookies', { trackers: [tracker({ cookies: [] })] }],
    ['tracker-without-category', 'category', { trackers: [tracker(), tracker({ category: null })] }],
    ['tracker-vendor-not-registered', 'vendor', { processors: [processor({ name: 'Other Ltd' })] }],
    [
      'tracker-vendor-not-registered',
      'vendor',
      { processors: [processor({ name: 'Other Ltd' }), processor({ state: 'removed' })] },
    ],
    ['category-without-trackers', 'trackers', { trackers: [] }],
    ['processor-unverified', 'verified', { processors: [processor({ verified: false })] }],
    ['processor-without-dpa', 'dpaUrl', { processors: [processor({ dpaUrl: null })] }],
    [
      'subprocessor-without-date',
      'addedAt',
      { processors: [processor({ subprocessor: true, addedAt: null })] },
    ],
    ['placeholder', 'content', { legalPages: [page('We are [PLACEHOLDER: company name].')] }],
    ['placeholder', 'loaderInline', { trackers: [tracker({ loaderInline: "init('{{siteId}}')" })] }],
    ['placeholder', 'loaderAttributes', { trackers: [tracker({ loaderAttributes: { id: '{{siteId}}' } })] }],
    ['unknown-shortcode', 'content', { legalPages: [page('{{cookie-tabel}}')] }],
    ['unknown-shortcode', 'content', { legalPages: [page('[SETTING: notice-weeks]')] }],
    ['shown-as-text', 'content', { legalPages: [page('One<br>line')] }],
    ['shown-as-text', 'content', { legalPages: [page('[Terms](javascript:alert)')] }],
    ['shown-as-text', 'content', { legalPages: [page('a'.repeat(2001))] }],
    ['third-party-image', 'content', { legalPages: [page('![Map](//maps.example/p.png)')] }],
    [
      'placeholder',
      'content',
      {
        legalPages: [page('Write to [SETTING: notice-email].')],
        effective: { ...effective, subprocessorNotice: { days: 30, email: null, subscribeUrl: null } },
      },
    ],
    [
      'outdated-statement',
      'content',
      { legalPages: [page(proof({ recording: 'linked', userAgent: false, networks: false }))] },
    ],
    ['reject-all-hidden', 'showRejectAll', { settings: hiding }],
    ['no-optional-category', 'enabled', nothingAsked],
  ] satisfies [string, string, Partial<OverviewContent>][])(
    'K: %s names the type, the document and the field %s',
    (code, field, changes) => {
      const warnings = warningsOf(content(changes));
      expect(warnings.map((warning) => [warning.code, warning.field])).toEqual([[code, field]]);
      expect(warnings[0]).toMatchObject({
        message: expect.stringMatching(/\w/),
        uid: expect.stringMatching(/^plugin::consent\./),
        documentId: expect.stringMatching(/\w/),
      });
    },
  );

  it('K: name the placeholder of a tracker that is switched off until it is filled in, and no more', () => {
    const off = { enabled: false, vendorPrivacyUrl: null, cookies: [] };
    const waiting = [
      tracker({ ...off, loaderSrc: 'https://tags.example/?id={{CONTAINER_ID}}' }),
      tracker({ ...off, loaderAttributes: { 'data-id': '[PLACEHOLDER: site id]' } }),
    ];
    const warnings = warningsOf(content({ trackers: [tracker(), ...waiting] }));
    expect(warnings.map(({ code, field, detail }) => [code, field, detail])).toEqual([
      ['placeholder', 'loaderSrc', 'CONTAINER_ID'],
      ['placeholder', 'loaderAttributes', 'site id'],
    ]);
  });

  it('asks nothing else of a disabled tracker, a removed processor or a register that is off', () => {
    const warnings = warningsOf(
      content({
        trackers: [tracker(), tracker({ enabled: false, vendorPrivacyUrl: null, cookies: [] })],
        processors: [processor(), processor({ state: 'removed', verified: false, dpaUrl: null })],
      }),
    );
    expect(warnings).toEqual([]);
    expect(warningsOf(content({ processors: null }))).toEqual([]);
  });

  it('asks for no cookies of what is known to store none', () => {
    const compared = tracker({ cookies: [], factsCheckedAt: '2026-11-01' });
    const ofCatalogue = tracker({ key: 'plausible', cookies: [] });
    const itsSecond = tracker({ name: 'Plausible Analytics', cookies: [] });
    expect(warningsOf(content({ trackers: [compared, ofCatalogue, itsSecond] }))).toEqual([]);
    const codes = (shared: object) =>
      warningsOf(content({ trackers: [tracker({ cookies: [], ...shared })] })).map(({ code }) => code);
    expect(codes({ key: 'ga4', name: 'Google Analytics 4' })).toEqual(['tracker-without-cookies']);
  });

  it('lets "reject all" be hidden where no opt-in region is served', () => {
    const overrides = DEFAULT_JURISDICTION_OVERRIDES.map((row) => ({ ...row, model: 'notice' as const }));
    const elsewhere = { ...effective, jurisdiction: { overrides, fallback: 'notice' as const } };
    expect(warningsOf(content({ settings: hiding, effective: elsewhere }))).toEqual([]);
  });

  it('K: say that nothing is asked, also where there is no category or no setting at all, and not of what is off', () => {
    const nothing = { ...nothingAsked, settings: null, categories: [] };
    const [warning, ...others] = warningsOf(content(nothing));
    expect([warning?.code, others]).toEqual([
      'no-optional-category',
      [expect.objectContaining({ code: 'banner-without-links' })],
    ]);
    expect(warning?.message).toMatch(/add one that is not required, or switch consent off/);
    const off = { ...effective, enabled: false };
    expect(warningsOf(content({ ...nothing, effective: off }))).toEqual([]);
  });

  it('says what to write instead of a text that settings have overtaken, and nothing of one that holds', () => {
    const terms = { recording: 'anonymous', userAgent: false, networks: false } as const;
    const markdown = `# Cookies\n\n${proof({ ...terms, recording: 'none' })}\n\n${proof(terms)}\n`;
    const [warning, ...others] = warningsOf(content({ legalPages: [page(markdown)] }));
    expect(others).toEqual([]);
    expect(warning?.message).toMatch(/line 3: .*write: To be able to prove your choice/);
  });

  it('says a problem of a page once', () => {
    const markdown = '{{cookie-tabel}}\n\ntext\n\n{{cookie-tabel}}';
    expect(warningsOf(content({ legalPages: [page(markdown)] }))).toHaveLength(1);
  });
});

describe('overview statistics', () => {
  const now = new Date('2026-11-21T12:00:00Z');
  const cell = (
    day: string,
    dimension: 'decisions' | 'granted' | 'refused' | 'objected' | 'model',
    subject: string,
    total: number,
  ) => ({
    day,
    dimension,
    subject,
    total,
  });
  const statistics = statisticsOf(
    500,
    [
      cell('2026-11-21', 'decisions', 'all', 3),
      cell('2026-10-23', 'decisions', 'all', 4),
      cell('2026-11-21', 'granted', 'analytics', 2),
      cell('2026-11-20', 'refused', 'analytics', 5),
      cell('2026-11-21', 'model', 'opt-in', 1),
      cell('2026-11-21', 'model', 'opt-out', 2),
    ],
    now,
  );

  it('K: cover thirty UTC days, today the last', () => {
    expect(statistics.days).toHaveLength(30);
    expect(statistics.days.at(0)).toEqual({
      date: '2026-10-23',
      decisions: 4,
      granted: {},
      refused: expect.anything(),
    });
    expect(statistics.days.at(-1)).toMatchObject({
      date: '2026-11-21',
      decisions: 3,
      granted: { analytics: 2 },
    });
    const refused = statistics.days.reduce((sum, day) => sum + (day.refused.analytics ?? 0), 0);
    expect(refused).toBe(5);
  });

  it('K: total records, today and the thirty days', () => {
    expect(statistics.totals).toEqual({ records: 500, today: 3, last30Days: 7 });
  });

  it('K: count a category that is called like something every object has', () => {
    const { grants, days } = statisticsOf(1, [cell('2026-11-21', 'granted', 'constructor', 2)], now);
    expect(grants).toEqual([{ key: 'constructor', granted: 2, refused: 0 }]);
    expect(days.at(-1)?.granted).toEqual({ constructor: 2 });
  });

  it('count objections to what is on without consent as such', () => {
    const cells = [cell('2026-11-21', 'objected', 'analytics', 3), cell('2026-11-21', 'granted', 'ads', 1)];
    expect(statisticsOf(4, cells, now).grants).toEqual([
      { key: 'ads', granted: 1, refused: 0 },
      { key: 'analytics', granted: 0, refused: 0, objected: 3 },
    ]);
  });

  it('K: count grants and refusals by category, models with the commonest first', () => {
    expect(statistics.grants).toEqual([{ key: 'analytics', granted: 2, refused: 5 }]);
    expect(statistics.models).toEqual([
      { model: 'opt-out', n: 2 },
      { model: 'opt-in', n: 1 },
    ]);
  });
});
