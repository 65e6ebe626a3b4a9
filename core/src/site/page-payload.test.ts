import { isStringOneByteRepresentation } from 'node:v8';
import { describe, expect, it } from 'vitest';
import type { ConsentConfig } from '../contract/config.ts';
import { createTestConfig } from '../contract/default-config.ts';
import type { PagePayload } from '../contract/payload.ts';
import { settingsOf } from './options.ts';
import { createConfigFiles, headHtml, inertJson, isConfigFile, pagePayload } from './page-payload.ts';

const config = createTestConfig({
  trackers: [
    {
      id: 'count',
      name: 'Count',
      vendor: 'Count Ltd',
      categoryKey: 'analytics',
      kind: 'script',
      purpose: 'Counts visits.',
      hosts: ['count.invalid'],
      poster: { url: '/uploads/count.png' },
      cookies: [{ name: '_ct_*', storage: 'cookie', durationText: '13 months', description: 'A number.' }],
      loader: { src: 'https://count.invalid/c.js', strategy: 'afterDecision', consentModeManaged: false },
    },
  ],
});

/** What stands in the page of a site, with routes of its own or without. */
function told(routes = true): PagePayload {
  const site = settingsOf({ config, files: '/page-files/', routes });
  const facts = { config, visitor: true, gpc: false, quiet: false, locale: 'de' };
  const payload = pagePayload(site, facts, createConfigFiles(site));
  return JSON.parse(/data-consent-config>(.*?)<\/script>/.exec(headHtml(payload, site))![1]!);
}

describe('what a page is told', () => {
  it('is all by which it is judged, and where the rest is: no tracker, and none of the texts', () => {
    const { config: brief, ...rest } = told();
    expect(rest.content).toMatch(/^\/_consent\/c\.[\da-f]{16}\.json\?locale=de$/);
    expect(rest.head.loads).toEqual(['analytics']);
    expect(brief).toMatchObject({
      versions: config.versions,
      jurisdiction: config.jurisdiction,
      reconsent: config.reconsent,
      cookie: config.cookie,
      trackers: [],
    });
    expect(brief!.categories.map(({ label, description, ...facts }) => facts)).toEqual(
      config.categories.map(({ label, description, ...facts }) => facts),
    );
    // What the banner links stands in its HTML; the page needs it to know that it is still so.
    expect(brief!.banner.links).toEqual(config.banner.links);
    const text = JSON.stringify(brief);
    for (const left of ['count.invalid', 'Count Ltd', 'Counts visits.', config.banner.description]) {
      expect(text).not.toContain(left);
    }
  });

  it('D3: is the table of places, where nobody knows the visitor: the site’s own where it has one', () => {
    const regions = [{ model: 'opt-out' as const, region: ['US'] }];
    const places = (own: ConsentConfig) => {
      const site = settingsOf({ config: own, files: '/page-files/', render: 'neutral' });
      const facts = { config: own, visitor: false, gpc: false, quiet: false, locale: 'de' };
      const { head, config: brief } = pagePayload(site, facts, createConfigFiles(site));
      expect(JSON.stringify(brief)).not.toContain('"regions"');
      return head.mode!.regions[0].flatMap(({ region = [] }) => region);
    };
    expect(places({ ...config, consentMode: { ...config.consentMode, regions } })).toEqual(['US']);
    expect(places(config)).toContain('US');
  });

  it('D3: is no table of places where nobody is asked for the visitor: what the configuration says is all that there is', () => {
    const site = settingsOf({ config, files: '/page-files/', render: 'neutral', routes: false });
    const facts = { config, visitor: false, gpc: false, quiet: false, locale: 'de' };
    const { head, source } = pagePayload(site, facts, createConfigFiles(site));
    expect([source, head.mode?.regions]).toEqual([undefined, [[], []]]);
  });

  it('is everything where the site has no route to ask', () => {
    expect(told(false).config).toEqual(config);
    expect(told(false).content).toBeUndefined();
  });

  it('leaves a page of Latin letters as it is, whatever letters its texts have', () => {
    const text = inertJson({ title: 'Ελληνικά 日本 🍪 Käse' });
    expect(text).not.toMatch(/[^ -\u00ff]/);
    expect(isStringOneByteRepresentation(text), 'kept as one byte a letter').toBe(true);
    expect(text).toContain('Käse');
    expect(JSON.parse(text).title).toBe('Ελληνικά 日本 🍪 Käse');
  });
});

const published = createTestConfig({});
const titled = (title: string) => createTestConfig({ banner: { title } });
const caching = ({ headers }: Response) => headers.get('cache-control');
const nothing = async () => null;

describe('the file of what a page leaves out of its configuration', () => {
  it('has the trackers, without hosts and pictures that only the site looks at', () => {
    const { text } = createConfigFiles({ basePath: '/_consent' }).of(config);
    expect(JSON.parse(text).trackers).toEqual(
      config.trackers.map(({ hosts, poster, ...tracker }) => {
        expect([hosts, poster?.url]).toEqual([['count.invalid'], '/uploads/count.png']);
        return tracker;
      }),
    );
  });

  it('is named by what it says, and by nothing else', () => {
    const files = createConfigFiles({ basePath: '/_consent' });
    const address = files.address(published);
    expect(isConfigFile(address.slice('/_consent/'.length))).toBe(true);
    expect(files.address(createTestConfig({ jurisdiction: { country: 'US', model: 'opt-out' } }))).toBe(
      address,
    );
    expect(createConfigFiles({ basePath: '/_consent' }).address(published)).toBe(address);
    expect(files.address(titled('Cookies'))).not.toBe(address);
  });

  it('never changes, also where the site has a newer one', async () => {
    const files = createConfigFiles({ basePath: '/_consent' });
    const older = files.of(titled('Older'));
    files.of(titled('Newer'));
    const answer = await files.answer(older.name, nothing);
    expect(caching(answer)).toBe('public, max-age=31536000, immutable');
    expect((await answer.json()).banner.title).toBe('Older');
  });

  it('is found where another instance has named it, and else is the present one without its trackers', async () => {
    const { name } = createConfigFiles({ basePath: '/_consent' }).of(published);
    const files = createConfigFiles({ basePath: '/_consent' });
    expect(caching(await files.answer(name, async () => published))).toContain('immutable');
    const now = { ...config, banner: titled('Now').banner };
    const other = await files.answer('c.0123456789abcdef.json', async () => now);
    expect(caching(other)).toBe('private, no-store');
    // Its trackers are none that visitors of that page have been asked about.
    expect(await other.json()).toMatchObject({ banner: { title: 'Now' }, trackers: [], standIn: true });
    const { status } = await createConfigFiles({ basePath: '/_consent' }).answer(name, nothing);
    expect(status).toBe(503);
  });
});
