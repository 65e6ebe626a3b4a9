import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createTestConfig } from '@permesso/consent-core';
import { parseLegalMarkdown } from '@permesso/consent-core/legal';
import { experimental_AstroContainer as AstroContainer } from 'astro/container';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import CookieTable from '../../components/CookieTable.astro';
import LegalContent from '../../components/LegalContent.astro';
import LegalPage from '../../components/LegalPage.astro';
import PolicyVersion from '../../components/PolicyVersion.astro';
import ProcessorTable from '../../components/ProcessorTable.astro';
import { type Visit, visit } from '../page/locals.ts';
import { processorChanges, processors } from '../page/register.ts';
import { trackers } from '../page/trackers.ts';

const config = createTestConfig({ trackers });

/** What the CMS publishes, behind a real address. */
const published: Record<string, unknown> = {
  '/api/consent/subprocessors': {
    version: '5b5b5b5b',
    changedAt: '2026-03-01',
    noticeDays: 30,
    noticeEmail: 'privacy@site.example',
    processors: [processors[1]],
    changes: processorChanges,
  },
  '/api/consent/legal/privacy?locale=de': {
    slug: 'privacy',
    kind: 'privacy',
    title: 'Datenschutz',
    locale: 'de',
    effectiveDate: '2026-05-01',
    content: parseLegalMarkdown('## Empfänger\n\n{{processor-table:recipients}}\n\n{{policy-version}}'),
    data: {
      categories: config.categories,
      trackers,
      documentsVersion: 'd0d0d0d0',
      processors,
      processorChanges,
    },
  },
};

let container: AstroContainer;
let cms: Server;
let asked: string[];
beforeAll(async () => {
  container = await AstroContainer.create();
  asked = [];
  cms = createServer((request, response) => {
    asked.push(request.url!);
    const address = request.url!.replace('/subprocessors?locale=en', '/subprocessors');
    const body = published[address];
    response.writeHead(body ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body ?? { data: null, error: { status: 404 } }));
  });
  await new Promise<void>((resolve) => cms.listen(0, '127.0.0.1', resolve));
  process.env.CONSENT_CMS_URL = `http://127.0.0.1:${(cms.address() as AddressInfo).port}`;
});
afterAll(() => {
  delete process.env.CONSENT_CMS_URL;
  cms.close();
});

type Component = Parameters<AstroContainer['renderToString']>[0];
function render(component: Component, props: Record<string, unknown> = {}, options: Visit = { config }) {
  return container.renderToString(component, {
    props,
    locals: visit(options),
    slots: { missing: 'Nothing here' },
  });
}

describe('CookieTable', () => {
  it("shows the page's own trackers by category, with the hooks of the interface", async () => {
    const html = await render(CookieTable);
    expect(html).toContain('data-consent-cookie-table="category"');
    expect(html).toContain('data-consent-group="analytics"');
    for (const text of ['_pk_id.*', '13 months', 'InnoCraft Ltd', 'Local storage'])
      expect(html).toContain(text);
  });

  it('groups by vendor, leaves durations out, and takes data and labels of its own', async () => {
    const props = {
      group: 'vendor',
      duration: false,
      trackers: [trackers[1]],
      labels: { name: 'Cookie name' },
    };
    const html = await render(CookieTable, props);
    expect(html).toContain('data-consent-group="Films Ireland Ltd"');
    expect(html).not.toContain('6 months');
    expect(html).not.toContain('Matomo');
    expect(html).toContain('Cookie name');
  });

  it('speaks the language of the page', async () => {
    expect(await render(CookieTable, {}, { config, locale: 'de' })).toContain('Speicherdauer');
  });

  it('C1: renders nothing where nothing is known', async () => {
    expect((await render(CookieTable, {}, { config: null })).trim()).toBe('');
  });
});

describe('ProcessorTable', () => {
  const columns: Record<string, string[]> = {
    recipients: ['Provider', 'Role', 'Purpose', 'Data', 'Location'],
    transfers: ['Provider', 'Location', 'Transfer mechanism', 'Safeguards'],
    subprocessors: ['Provider', 'Role', 'Purpose', 'Location', 'Since', 'Data processing agreement'],
    annex: ['Provider', 'Legal entity', 'Role', 'Purpose', 'Data', 'Location'],
    changes: ['Date', 'Provider', 'Change'],
  };
  for (const [mode, expected] of Object.entries(columns)) {
    it(`H3: has the columns of ${mode}`, async () => {
      const html = await render(ProcessorTable, { mode, processors, processorChanges });
      expect(html).toContain(`data-consent-processors="${mode}"`);
      expect([...html.matchAll(/<th scope="col">([^<]*)</g)].map((match) => match[1])).toEqual(expected);
    });
  }

  it('names countries in the language of the page', async () => {
    const props = { mode: 'recipients', processors };
    expect(await render(ProcessorTable, props, { config, locale: 'de' })).toContain('Vereinigte Staaten');
  });

  it('loads the published list where it has no data, for the modes that the list can serve', async () => {
    expect(await render(ProcessorTable, { mode: 'subprocessors' })).toContain('Letter Co');
    expect(await render(ProcessorTable, { mode: 'changes' })).toContain('Old Mail');
    expect((await render(ProcessorTable, { mode: 'recipients' })).trim()).toBe('');
    expect(asked.filter((url) => url.includes('subprocessors'))).toHaveLength(1);
  });
});

describe('PolicyVersion', () => {
  it('says which version of the documents holds, and since when', async () => {
    const html = await render(PolicyVersion, { effectiveDate: '2026-05-01' });
    expect(html).toContain(`data-consent-policy-version="${config.versions.documentsVersion}"`);
    expect(html).toContain('<time datetime="2026-05-01">May 1, 2026</time>');
  });
});

describe('LegalContent', () => {
  const markdown =
    '# Privacy\n\n<script>alert(1)</script>\n\n{{cookie-table group=vendor}}\n\n{{processor-table:annex}}';

  it('H1, H2: turns Markdown with shortcodes into text and tables, and shows raw HTML as text', async () => {
    const html = await render(LegalContent, { content: markdown });
    expect(html).toContain('data-consent-cookie-table="vendor"');
    expect(html).not.toContain('<script>');
    expect(html).toContain('&lt;script&gt;');
  });

  it('H4: renders no processor table without the register, and does not throw', async () => {
    expect(await render(LegalContent, { content: markdown })).not.toContain('data-consent-processors');
    const html = await render(LegalContent, { content: markdown, data: { processors } });
    expect(html).toContain('data-consent-processors="annex"');
  });

  it('says in Markdown the notice of the CMS and the settings that it is given, and keeps the rest visible', async () => {
    const content =
      '[SETTING: notice-days] days, [SETTING: notice-email], [SETTING: retention-months] months';
    const html = await render(LegalContent, { content });
    expect(html).toContain(
      '30 days, <a href="mailto:privacy@site.example">privacy@site.example</a>, [SETTING:',
    );
    const given = { 'retention-months': 24, 'notice-days': 7 };
    const own = await render(LegalContent, { content, data: { settings: given } });
    expect(own).toMatch(/7 days, .*, 24 months/);
  });

  it('takes nodes and converters of the site', async () => {
    const converters = { 'cookie-table': () => '<p>ours</p>' };
    expect(await render(LegalContent, { content: parseLegalMarkdown(markdown), converters })).toContain(
      'ours',
    );
  });
});

describe('LegalPage', () => {
  it('shows the published page with its tables, in its language', async () => {
    const html = await render(LegalPage, { slug: 'privacy', locale: 'de' });
    expect(html).toMatch(
      /<article data-consent-legal-page="privacy" lang="de" dir="ltr">\s*<h1>Datenschutz<\/h1>/,
    );
    expect(html).toContain('Alpine Hosting');
    expect(html).toContain('data-consent-policy-version="d0d0d0d0"');
    expect(html).toContain('1. Mai 2026');
  });

  it('says since when a page holds whose text does not say it, and of no version that is not its own', async () => {
    const terms = { slug: 'terms', kind: 'terms', title: 'Terms', locale: 'en', effectiveDate: '2026-05-01' };
    const page = {
      ...terms,
      content: parseLegalMarkdown('Be kind.'),
      data: { ...config, documentsVersion: 'd0d0d0d0' },
    };
    const html = await render(LegalPage, { page });
    expect(html.match(/<time[^>]*>[^<]*/g)).toEqual(['<time datetime="2026-05-01">May 1, 2026']);
    expect(html).not.toContain('d0d0d0d0');
    const privacy = await render(LegalPage, { slug: 'privacy', locale: 'de' });
    expect(privacy.match(/<time/g)).toHaveLength(1);
  });

  it.each([
    ['en', 'ltr'],
    ['ar', 'rtl'],
  ])(
    'runs in the direction of its own language, whatever the page around it is in: %s',
    async (locale, dir) => {
      const content = parseLegalMarkdown('Be kind.');
      const page = {
        slug: 'terms',
        kind: 'terms',
        title: 'Terms',
        locale,
        effectiveDate: null,
        content,
        data: config,
      };
      expect(await render(LegalPage, { page })).toContain(`lang="${locale}" dir="${dir}"`);
    },
  );

  it('gives place to its slot where the CMS has no such page', async () => {
    expect(await render(LegalPage, { slug: 'unknown', locale: 'de' })).toContain('Nothing here');
  });

  it('keeps the page that it had while the CMS is away, and says nothing of what it never had', async () => {
    cms.close();
    expect(await render(LegalPage, { slug: 'privacy', locale: 'de' })).toContain('Datenschutz');
    expect(await render(LegalPage, { slug: 'terms', locale: 'de' })).toContain('Nothing here');
  });
});
