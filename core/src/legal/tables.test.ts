import { describe, expect, it } from 'vitest';
import type { ConsentCategory, ConsentTracker, ProcessorEntry } from '../contract/config.ts';
import { legalTexts } from '../texts/index.ts';
import { DEFAULT_COOKIE_TABLE_LABELS, DEFAULT_PROCESSOR_TABLE_LABELS } from '../texts/legal-texts.ts';
import { cookieTableHtml, cookieTableRows, shownInCookieTable } from './cookie-table.ts';
import { parseLegalMarkdown } from './markdown.ts';
import { legalPageHtml, policyVersionHtml } from './page.ts';
import { processorTableHtml, processorTableRows } from './processor-table.ts';
import { countryName, formatDay, isoDay } from './table.ts';

const category = (key: string, label: string): ConsentCategory => ({
  key,
  label,
  description: `${label} described`,
  required: key === 'necessary',
  respectGPC: false,
  defaultInOptOut: true,
  consentModeSignals: [],
});

const categories = [
  category('necessary', 'Necessary'),
  category('analytics', 'Analytics'),
  category('empty', 'Empty'),
];

const trackers: ConsentTracker[] = [
  {
    id: 'ga',
    name: 'Analytics',
    vendor: 'Zeta',
    vendorPrivacyUrl: 'https://zeta.example/privacy',
    categoryKey: 'analytics',
    kind: 'script',
    purpose: 'Counts visits',
    cookies: [
      { name: '_z', storage: 'cookie', durationText: '2 years', description: 'Tells visitors apart' },
      { name: '_z_*', storage: 'localStorage', domain: '.zeta.example' },
    ],
  },
  {
    id: 'none',
    name: 'Plain',
    vendor: 'Alpha',
    categoryKey: 'analytics',
    kind: 'script',
    purpose: 'Counts pages',
  },
  {
    id: 'own',
    name: 'Session',
    categoryKey: 'necessary',
    kind: 'cookie-only',
    purpose: 'Keeps you signed in',
    cookies: [{ name: 'sid', storage: 'cookie', durationText: 'Session' }],
  },
];

const processor = (name: string, more: Partial<ProcessorEntry> = {}): ProcessorEntry => ({
  id: name.toLowerCase(),
  name,
  role: 'processor',
  purpose: 'Hosting',
  dataCategories: ['IP address', 'Contact'],
  country: 'US',
  transfer: { mechanism: 'dpf', fallback: 'scc', notes: 'Certified' },
  subprocessor: true,
  showInPrivacyPolicy: true,
  verified: true,
  status: 'active',
  ...more,
});

const texts = (cells: readonly { text: string }[]) => cells.map((cell) => cell.text);

describe('cookie table', () => {
  it('lists the cookies of each used category, in the order of the categories', () => {
    const sections = cookieTableRows({ categories, trackers });
    expect(sections.map(({ group, caption }) => [group, caption])).toEqual([
      ['necessary', 'Necessary'],
      ['analytics', 'Analytics'],
    ]);
    expect(sections[1]?.columns.map((column) => column.label)).toEqual([
      'Name',
      'Provider',
      'Purpose',
      'Duration',
      'Kind',
    ]);
    expect(sections[1]?.rows.map((row) => texts(row.cells))).toEqual([
      ['_z', 'Zeta', 'Tells visitors apart', '2 years', 'Cookie'],
      ['_z_* (.zeta.example)', 'Zeta', 'Counts visits', 'Not stated', 'Local storage'],
      ['Plain', 'Alpha', 'Counts pages', '–', 'No cookies listed'],
    ]);
  });

  it('lists by vendor, without duration where that is asked', () => {
    const sections = cookieTableRows({ categories, trackers }, { group: 'vendor', duration: false });
    expect(sections.map(({ group }) => group)).toEqual(['Alpha', 'This website', 'Zeta']);
    expect(sections[2]?.rows.map((row) => texts(row.cells))[0]).toEqual([
      '_z',
      'Analytics',
      'Tells visitors apart',
      'Cookie',
    ]);
  });

  describe('who provides a tracker that names no vendor', () => {
    const unnamed: ConsentTracker = { id: 'a', name: 'Maps', categoryKey: 'analytics', kind: 'script' };
    const providersOf = (tracker: ConsentTracker) => {
      const content = { categories, trackers: [tracker] };
      const [byCategory] = cookieTableRows(content);
      const [byVendor] = cookieTableRows(content, { group: 'vendor' });
      return [byCategory?.rows[0]?.cells[1]?.text, byVendor?.group];
    };
    const loader = (src: string) => ({ src, strategy: 'lazy', consentModeManaged: false }) as const;

    it.each<[string, Partial<ConsentTracker>]>([
      ['nothing of it is known', {}],
      ['it loads from the site', { loader: loader('/counter.js') }],
      ['the site runs it itself', { loader: { ...loader(''), inline: 'count()' } }],
    ])('is the website where %s', (_, more) => {
      expect(providersOf({ ...unnamed, ...more })).toEqual(['This website', 'This website']);
    });

    it.each<[string, Partial<ConsentTracker>]>([
      ['it loads from hosts', { hosts: ['maps.example'] }],
      ['it loads from another origin', { loader: loader('https://maps.example/a.js') }],
      ['it loads from one without a scheme', { loader: loader('//maps.example/a.js') }],
      ['somebody has a privacy policy for it', { vendorPrivacyUrl: 'https://maps.example/privacy' }],
    ])('is not the website where %s', (_, more) => {
      expect(providersOf({ ...unnamed, ...more })).toEqual(['Maps', 'Maps']);
    });
  });

  it('shows a tracker whose category is gone rather than hide it', () => {
    const [tracker] = trackers as [ConsentTracker];
    const sections = cookieTableRows({ categories, trackers: [{ ...tracker, categoryKey: 'gone' }] });
    expect(sections.map(({ caption }) => caption)).toEqual(['gone']);
  });

  it('is one semantic, scrollable table for each group', () => {
    const html = cookieTableHtml({ categories, trackers });
    expect(html).toContain('<div data-consent-cookie-table="category">');
    expect(html).toContain(
      '<div data-legal-table-container tabindex="0" role="region" aria-label="Analytics" data-consent-group="analytics">',
    );
    expect(html).toContain('<caption>Analytics</caption>');
    expect(html).toContain('<th scope="col">Name</th>');
    expect(html).toContain('<th scope="row">_z</th>');
    expect(html).toContain('<a href="https://zeta.example/privacy" rel="noopener">Zeta</a>');
  });

  it('links the privacy policy of a vendor from its caption, where it is grouped by vendors', () => {
    const html = cookieTableHtml({ categories, trackers }, { group: 'vendor' });
    expect(html).toContain(
      '<caption><a href="https://zeta.example/privacy" rel="noopener">Zeta</a></caption>',
    );
    expect(html).toContain('<caption>Alpha</caption>');
    const [linked] = trackers as [ConsentTracker];
    const other = { ...linked, id: 'other', vendorPrivacyUrl: 'https://zeta.example/tags' };
    const twice = cookieTableRows(
      { categories, trackers: [{ ...linked, vendorPrivacyUrl: '' }, other] },
      { group: 'vendor' },
    );
    expect(twice.map(({ href }) => href)).toEqual(['https://zeta.example/tags']);
  });

  it.each(['category', 'vendor'] as const)('by %s is the same of what was kept of it', (group) => {
    const hosts = { ...trackers[1]!, id: 'hosts', vendor: '', hosts: ['stats.example'] };
    const content = { categories, trackers: [...trackers, hosts] };
    const kept = JSON.parse(JSON.stringify(shownInCookieTable(content)));
    expect(cookieTableRows(kept, { group })).toEqual(cookieTableRows(content, { group }));
    expect(JSON.stringify(kept)).not.toContain('stats.example');
  });

  it('escapes every value and links only where a link may lead', () => {
    const evil = '"><script>alert(1)</script>';
    const html = cookieTableHtml(
      {
        categories: [{ ...category(evil, evil), description: evil }],
        trackers: [
          {
            id: evil,
            name: evil,
            vendor: evil,
            vendorPrivacyUrl: 'javascript:alert(1)',
            categoryKey: evil,
            kind: 'script',
            purpose: evil,
            cookies: [{ name: evil, storage: 'cookie', domain: evil, durationText: evil, description: evil }],
          },
        ],
      },
      { labels: { name: evil } },
    );
    expect(html).not.toContain('<script');
    expect(html).not.toContain('href');
    expect(html.split('&quot;&gt;&lt;script&gt;').length).toBeGreaterThan(7);
  });

  it('says so when there is nothing to list, in the reader’s language', () => {
    expect(cookieTableHtml({ categories, trackers: [] }, { locale: 'de-AT' })).toContain(
      'Es sind keine Cookies angegeben.',
    );
  });
});

describe('processor table', () => {
  const processors = [
    processor('Öko'),
    processor('Beta', { transfer: { mechanism: 'none' }, country: 'DE', role: 'joint-controller' }),
    processor('Hidden', { showInPrivacyPolicy: false }),
    processor('Direct', { subprocessor: false, legalName: 'Direct GmbH', addedAt: '2026-03-01' }),
    processor('Gone', { status: 'removed' }),
  ];
  const rows = (mode: Parameters<typeof processorTableRows>[1], locale = 'en') => {
    const table = processorTableRows({ processors }, mode, { locale });
    return [
      table?.columns.map((column) => column.key),
      ...(table?.rows.map((row) => texts(row.cells)) ?? []),
    ];
  };

  it('H3: recipients are those shown in the privacy policy', () => {
    expect(rows('recipients')).toEqual([
      ['provider', 'role', 'purpose', 'dataCategories', 'location'],
      ['Beta', 'Joint controller', 'Hosting', 'IP address, Contact', 'Germany'],
      ['Direct', 'Processor', 'Hosting', 'IP address, Contact', 'United States'],
      ['Öko', 'Processor', 'Hosting', 'IP address, Contact', 'United States'],
    ]);
  });

  it('H3: transfers are those with a mechanism, with safeguards and fallback', () => {
    expect(rows('transfers', 'de')).toEqual([
      ['provider', 'location', 'mechanism', 'safeguards'],
      ...['Direct', 'Öko'].map((name) => [
        name,
        'Vereinigte Staaten',
        'EU-US-Datenschutzrahmen (Art. 45 DSGVO)',
        'Falls sie entfällt: Standardvertragsklauseln (Art. 46 DSGVO). Certified',
      ]),
    ]);
  });

  it('H3: sub-processors carry their date and agreement', () => {
    const list = [processor('One', { addedAt: '2026-03-01T00:30:00Z', dpaUrl: 'https://one.example/dpa' })];
    const table = processorTableRows({ processors: list }, 'subprocessors', { locale: 'de' });
    expect(table?.columns.map((column) => column.key)).toEqual([
      'provider',
      'role',
      'purpose',
      'location',
      'since',
      'dpa',
    ]);
    expect(table?.rows[0]?.cells.slice(4)).toEqual([
      { text: '1. März 2026', day: '2026-03-01' },
      { text: 'Vertrag', href: 'https://one.example/dpa' },
    ]);
  });

  it('H3: the annex names the legal entity', () => {
    expect(rows('annex')[0]).toEqual([
      'provider',
      'legalName',
      'role',
      'purpose',
      'dataCategories',
      'location',
    ]);
    expect(
      rows('annex')
        .slice(1)
        .map((row) => row?.[0]),
    ).toEqual(['Beta', 'Hidden', 'Öko']);
  });

  it('H3: changes come newest first', () => {
    const processorChanges = [
      { name: 'One', change: 'added', date: '2026-01-02' },
      { name: 'Two', change: 'removed', date: '2026-02-01' },
    ] as const;
    const table = processorTableRows({ processors: [], processorChanges }, 'changes');
    expect(table?.rows.map((row) => texts(row.cells))).toEqual([
      ['February 1, 2026', 'Two', 'Removed'],
      ['January 2, 2026', 'One', 'Added'],
    ]);
  });

  it('H4: is nothing without the register, and does not throw', () => {
    expect(processorTableRows({}, 'recipients')).toBeNull();
    expect(processorTableHtml({}, 'changes')).toBe('');
  });

  it('carries its mode and escapes what it shows', () => {
    const html = processorTableHtml({ processors: [processor('<b>"')] }, 'annex');
    expect(html).toContain('data-consent-processors="annex"');
    expect(html).toContain('<th scope="row">&lt;b&gt;&quot;</th>');
    expect(processorTableHtml({ processors: [] }, 'annex')).toBe(
      '<p data-consent-processors="annex">There are no entries.</p>\n',
    );
  });
});

describe('legal page', () => {
  it('puts the lists where the shortcodes stand', () => {
    const nodes = parseLegalMarkdown(
      '# A\n\n{{cookie-table group=vendor}}\n\n{{processor-table:annex}}\n\n{{policy-version}}',
    );
    const html = legalPageHtml(nodes, {
      categories,
      trackers,
      processors: [processor('One')],
      documentsVersion: '1234abcd',
      effectiveDate: '2026-11-01',
      locale: 'de',
      labels: { cookieTable: { ownSite: 'Wir' } },
    });
    expect(html).toMatch(/^<h1 id="a">A<\/h1>\n<div data-consent-cookie-table="vendor">/);
    expect(html).toContain('data-consent-group="Wir"');
    expect(html).toContain('data-consent-processors="annex"');
    expect(html).toContain(
      '<p data-consent-policy-version="1234abcd">Version 1234abcd, gültig ab <time datetime="2026-11-01">1. November 2026</time></p>',
    );
  });

  it('leaves out what it does not know of the version', () => {
    expect(policyVersionHtml({})).toBe('');
    expect(policyVersionHtml({ effectiveDate: 'soon', documentsVersion: '<i>' })).toBe(
      '<p data-consent-policy-version="&lt;i&gt;">Version &lt;i&gt;</p>\n',
    );
  });
});

describe('languages', () => {
  it('has English by default, German, and any text of the owner', () => {
    expect(legalTexts('en').cookieTable).toEqual(DEFAULT_COOKIE_TABLE_LABELS);
    expect(legalTexts('la').processorTable).toEqual(DEFAULT_PROCESSOR_TABLE_LABELS);
    expect(legalTexts('__proto__').cookieTable.name).toBe('Name');
    expect(legalTexts('de_AT', { cookieTable: { name: 'Bezeichnung' } }).cookieTable).toMatchObject({
      name: 'Bezeichnung',
      duration: 'Speicherdauer',
    });
  });

  it('writes countries and days as the reader does, and passes what it cannot read', () => {
    expect(countryName('de', 'fr')).toBe('Allemagne');
    expect(countryName('Atlantis', 'de')).toBe('Atlantis');
    expect(countryName('US', 'not a locale')).toBe('United States');
    expect(formatDay('2026-12-31', 'de')).toBe('31. Dezember 2026');
    expect(isoDay('2026-13-41')).toBeNull();
  });
});
