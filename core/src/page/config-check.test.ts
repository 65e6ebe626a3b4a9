import { afterEach, expect, it, vi } from 'vitest';
import { createTestConfig } from '../contract/default-config.ts';
import { consentConfigSchema } from '../contract/schema.ts';
import { readCmsAnswer } from './cms-answer.ts';
import { isConfig } from './config-check.ts';
import { page } from './page-state.ts';
import { fetchPayload } from './visitor-config.ts';

const loader = {
  src: '/a.js',
  inline: '1',
  strategy: 'lazy',
  consentModeManaged: false,
  attributes: { async: '' },
} as const;
const config = createTestConfig({
  trackers: [
    {
      id: 'films',
      name: 'Films',
      categoryKey: 'marketing',
      kind: 'iframe',
      cookies: [{ name: 'viewer', storage: 'localStorage' }],
    },
    { id: 'a', name: 'A', categoryKey: 'analytics', kind: 'script', loader },
  ],
  cookie: { domain: 'shop.example' },
});

type Tree = Record<string, unknown>;

/** The configuration once for each of its values, with something else in that place; undefined where it is left out. */
function* spoiled(): Generator<[path: string, value: unknown, spoilt: unknown]> {
  for (const value of [undefined, null, 7, 'text', true, [], {}, [null]]) {
    for (const path of pathsOf(config)) {
      const copy = structuredClone(config);
      const tree = copy as unknown as Tree;
      const parent = path.slice(0, -1).reduce((branch, name) => branch[name] as Tree, tree);
      if (value === undefined) delete parent[path.at(-1)!];
      else parent[path.at(-1)!] = value;
      // As it comes by the network.
      yield [path.join('.'), value, JSON.parse(JSON.stringify(copy))];
    }
  }
}

function pathsOf(tree: object): string[][] {
  return Object.entries(tree).flatMap(([name, value]) => [
    [name],
    ...(typeof value === 'object' && value ? pathsOf(value).map((path) => [name, ...path]) : []),
  ]);
}

const typeOf = (value: unknown) => (Array.isArray(value) ? 'list' : value === null ? 'null' : typeof value);

/** What only legal pages and lists say, and what nothing depends on. */
const ONLY_SHOWN = /country$|vendor|purpose|durationText|description$|domain$|duration/;

it('C1: takes a configuration, and nothing that is none', () => {
  expect(isConfig(config)).toBe(true);
  expect(isConfig(createTestConfig())).toBe(true);
  for (const answer of [null, undefined, 7, '', [], {}, { error: { status: 403 } }])
    expect(isConfig(answer)).toBe(false);
});

it('C1: refuses whatever the schema refuses for its type', () => {
  let refused = 0;
  for (const [path, value, spoilt] of spoiled()) {
    const before = path.split('.').reduce<unknown>((tree, name) => (tree as Tree)[name], config);
    if (typeOf(value) === typeOf(before) || ONLY_SHOWN.test(path)) continue;
    if (consentConfigSchema.safeParse(spoilt).success) continue;
    expect([path, value, isConfig(spoilt)]).toEqual([path, value, false]);
    refused += 1;
  }
  expect(refused).toBeGreaterThan(300);
});

it.each([
  [
    'two categories of one key, of which one is required',
    { categories: [...config.categories, { ...config.categories[1]!, required: true }] },
  ],
  ['a name that is none of a cookie', { cookie: { ...config.cookie, name: 'a;b' } }],
  ['a cookie for all sites', { cookie: { ...config.cookie, sameSite: 'none' } }],
])('C1: refuses %s', (_name, part) => {
  expect(isConfig({ ...config, ...part })).toBe(false);
});

afterEach(() => vi.unstubAllGlobals());

it('C1: a page without a server of its own takes no other answer of the CMS for a configuration', async () => {
  page().facts = { payload: { source: 'https://cms.example/api/consent/config', head: {} } } as never;
  page().parts.cms = { readCmsAnswer };
  const answered = async (body: unknown) => {
    vi.stubGlobal('fetch', async () => Response.json(body));
    return (await fetchPayload('en'))?.config ?? null;
  };
  expect(await answered(config)).toEqual(config);
  const categories = config.categories.map((category) => ({ ...category, required: 'false' }));
  expect(await answered({ ...config, categories })).toBeNull();
  expect(await answered(null)).toBeNull();
});
