import { createTestConfig } from '@permesso/consent-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, CDNS, type Cdn, cloudFront } from './cdns.ts';
import { type FakeCms, serveCms } from './cms.ts';
import { buildSite, type Fixture, type Site, startSite } from './harness.ts';

type Answers = Record<string, Answer>;

let cms: FakeCms;
/** What a site of each mode answers. */
let answers: { visitor: Answers; neutral: Answers; model: Answers };

beforeAll(async () => {
  cms = await serveCms('http://vendors.invalid');
  const { url } = cms;
  const sharing = { astro: { srcDir: './answers' } };
  answers = {
    visitor: {
      ...(await answersFrom({ options: { cms: url } }, PAGES)),
      ...(await answersFrom({ ...sharing, options: { cms: url } }, SAID, false)),
    },
    neutral: {
      ...(await answersFrom({ options: { cms: url, render: 'neutral' } }, PAGES)),
      ...(await answersFrom({ ...sharing, options: { cms: url, render: 'neutral' } }, SAID, false)),
    },
    model: await answersFrom({ options: { cms: url, render: 'model' }, astro: { srcDir: './usual' } }, [
      '/',
      '/gate',
      '/kept',
    ]),
  };
}, 120_000);
afterAll(() => cms?.stop());

/** What a site answered to a visitor from Germany. */
async function get({ url }: Site, path: string): Promise<Answer> {
  const { status, headers } = await fetch(url + path, {
    redirect: 'manual',
    headers: { 'cf-ipcountry': 'DE' },
  });
  return { method: 'GET', status, headers };
}

/** All routes of consent. */
async function answersOfRoutes(site: Site): Promise<Answers> {
  const { url } = site;
  const post = async (path: string, type: string, body: string): Promise<Answer> => {
    const headers = { origin: url, 'content-type': type };
    const answer = await fetch(url + path, { method: 'POST', redirect: 'manual', headers, body });
    return { method: 'POST', status: answer.status, headers: answer.headers };
  };
  const { content } = await (await fetch(`${url}/_consent/config`)).json();
  const record = {
    consentId: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
    decisions: {},
    versions: createTestConfig().versions,
    source: 'banner',
  };
  const form = new URLSearchParams({ action: 'accept-all', return: '/' });
  return {
    config: await get(site, '/_consent/config'),
    preferences: await get(site, '/_consent/preferences'),
    content: await get(site, content),
    'content of another time': await get(site, '/_consent/c.0123456789abcdef.json'),
    'gpc.json': await get(site, '/.well-known/gpc.json'),
    preview: await get(site, '/_consent/preview?consent-preview=a.b&return=/'),
    'a page by the link of a preview': await get(site, '/?consent-preview=a.b'),
    record: await post('/_consent/records', 'application/json', JSON.stringify(record)),
    'record that is none': await post('/_consent/records', 'application/json', '{'),
    decision: await post('/_consent/decide', 'application/x-www-form-urlencoded', form.toString()),
  };
}

async function answersFrom(fixture: Fixture, pages: readonly string[], withRoutes = true): Promise<Answers> {
  const site = await startSite(await buildSite(fixture));
  const answered = withRoutes ? await answersOfRoutes(site) : {};
  for (const page of pages) {
    answered[page] = await get(site, page === ISLAND ? await islandOf(site) : page);
  }
  await site.stop();
  return answered;
}

/** Where the page asks for what was left out of it. */
async function islandOf({ url }: Site): Promise<string> {
  const html = await (await fetch(url)).text();
  return /\/_server-islands\/[^'"]+/.exec(html)![0].replaceAll('&amp;', '&');
}

const kept = (cdn: Cdn, of: Answers) => Object.keys(of).filter((name) => cdn.keeps(of[name]!));

/** What is the same for all on every site. */
const FOR_ALL = ['content', 'gpc.json'];
const PAGES = ['/', '/gate', '/cached'];
/** What shows a visitor's choices, and says all the same that others may have it. */
const ISLAND = 'server island';
const SAID = [ISLAND, '/legal', '/nowhere', '/moved', '/personal.json'];

describe.each(CDNS.map((cdn) => [cdn.name, cdn] as const))('%s', (_, cdn) => {
  it('C1: keeps of a site of pages for their visitors what is the same for all, whatever a page says', () => {
    expect(kept(cdn, answers.visitor)).toEqual(FOR_ALL);
  });

  it('keeps besides the pages of a site whose HTML is the same for all', () => {
    // Two of them keep what says so, and nothing that says nothing.
    const pages = ['Vercel', 'Netlify'].includes(cdn.name) ? ['/cached'] : PAGES;
    expect(kept(cdn, answers.neutral)).toEqual([...FOR_ALL, ...pages, ...SAID]);
    for (const name of kept(cdn, answers.neutral)) {
      const { headers } = answers.neutral[name]!;
      expect([name, headers.get('set-cookie'), headers.get('vary')]).toEqual([name, null, null]);
    }
  });

  it('tells pages of one consent model from those of another by Vary, or by what its key is made of', () => {
    const pages = kept(cdn, answers.model).filter((name) => !FOR_ALL.includes(name));
    expect(pages).toContain('/kept');
    for (const name of pages) expect(answers.model[name]!.headers.get('vary')).toBe('consent-model');
    // The others need what docs/caching.md says of them.
    expect(cdn.goesByVary).toBe(['Fastly', 'Vercel', 'Netlify'].includes(cdn.name));
  });
});

it('answers as it should where it says that others may have it', () => {
  for (const of of [answers.visitor, answers.neutral]) {
    expect(SAID.map((name) => of[name]!.status)).toEqual([200, 200, 404, 302, 200]);
  }
});

describe('CloudFront with a policy whose minimum TTL is not 0, such as CachingOptimized', () => {
  it('keeps what is private: the routes of consent need CachingDisabled', () => {
    expect(kept(cloudFront(1), answers.visitor)).toEqual(
      expect.arrayContaining(['config', 'preferences', '/']),
    );
  });
});
