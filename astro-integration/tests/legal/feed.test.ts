import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { subprocessorsFeed } from '../../src/legal.ts';
import { launch } from '../page/browser.ts';
import { processorChanges, processors } from '../page/register.ts';

const options = {
  self: 'https://priel.example/legal/subprocessors.xml?a=1&b=2',
  page: 'https://priel.example/legal/subprocessors',
  author: 'Priel Wattfahrten GmbH',
};
/** With what the ids of that feed begin. */
const ID = 'tag:priel.example,2026:subprocessors/legal/subprocessors.xml/%3Fa%3D1%26b%3D2';
const list = { processors, changes: processorChanges };

/** What a feed reader sees: Chromium's own XML parser, which takes nothing that is not well formed. */
interface ReadFeed {
  id: string;
  title: string;
  updated: string;
  language: string;
  author: string;
  links: [rel: string, type: string, href: string][];
  entries: { id: string; title: string; updated: string; summary: string | null; link: string }[];
}

let browser: Browser;
let page: Page;
beforeAll(async () => {
  browser = await launch();
  page = await browser.newPage();
});
afterAll(() => browser.close());

const read = (feed: string): Promise<ReadFeed> =>
  page.evaluate((source) => {
    const { documentElement: root } = new DOMParser().parseFromString(source, 'application/xml');
    const ATOM = 'http://www.w3.org/2005/Atom';
    if (root.namespaceURI !== ATOM || root.localName !== 'feed') throw new Error(root.textContent ?? '');
    const own = (parent: Element, name: string) =>
      [...parent.children].filter((child) => child.namespaceURI === ATOM && child.localName === name);
    const text = (parent: Element, name: string) => own(parent, name)[0]?.textContent ?? '';
    return {
      id: text(root, 'id'),
      title: text(root, 'title'),
      updated: text(root, 'updated'),
      language: root.getAttribute('xml:lang') ?? '',
      author: own(root, 'author').map((author) => text(author, 'name'))[0] ?? '',
      links: own(root, 'link').map((link): [string, string, string] => [
        link.getAttribute('rel') ?? '',
        link.getAttribute('type') ?? '',
        link.getAttribute('href') ?? '',
      ]),
      entries: own(root, 'entry').map((entry) => ({
        id: text(entry, 'id'),
        title: text(entry, 'title'),
        updated: text(entry, 'updated'),
        summary: own(entry, 'summary')[0]?.textContent ?? null,
        link: own(entry, 'link')[0]?.getAttribute('href') ?? '',
      })),
    };
  }, feed);

describe('the Atom feed of sub-processors', () => {
  it('has an entry for each change, newest first, with what RFC 4287 asks for', async () => {
    expect(await read(subprocessorsFeed(list, options))).toEqual({
      id: ID,
      title: 'Sub-processors, priel.example',
      updated: '2026-03-01T00:00:00Z',
      language: 'en',
      author: 'Priel Wattfahrten GmbH',
      links: [
        ['self', 'application/atom+xml', options.self],
        ['alternate', 'text/html', options.page],
      ],
      entries: [
        {
          id: `${ID}/2026-03-01/added/Letter%20Co`,
          title: 'Added: Letter Co',
          updated: '2026-03-01T00:00:00Z',
          summary: 'Sending mail, United States',
          link: options.page,
        },
        {
          id: `${ID}/2026-02-28/removed/Old%20Mail`,
          title: 'Removed: Old Mail',
          updated: '2026-02-28T00:00:00Z',
          summary: null,
          link: options.page,
        },
      ],
    });
  });

  it('speaks the language asked for', async () => {
    const { language, title, entries } = await read(subprocessorsFeed(list, { ...options, locale: 'de' }));
    expect({ language, title }).toEqual({ language: 'de', title: 'Unterauftragsverarbeiter, priel.example' });
    expect(entries.map((entry) => entry.title)).toEqual(['Hinzugefügt: Letter Co', 'Entfernt: Old Mail']);
  });

  it('gives each change an id of its own, which later changes leave as it was', async () => {
    const day = '2026-04-01';
    const twice = [
      { name: 'Letter Co', change: 'added', date: day },
      { name: 'Letter Co', change: 'removed', date: day },
      { name: 'Letter Co', change: 'added', date: day },
    ] as const;
    const ids = async (changes: readonly (typeof twice)[number][]) =>
      (await read(subprocessorsFeed({ processors, changes: [...changes] }, options))).entries.map(
        ({ id }) => id,
      );
    const later = await ids(twice);
    expect(new Set(later).size).toBe(3);
    expect(later.slice(1)).toEqual(await ids(twice.slice(1)));
  });

  it("shares no id between one host's feeds in two languages, whose entries read differently", async () => {
    const ids = async (path: string, locale: string) => {
      const self = `https://priel.example${path}`;
      const { id, entries } = await read(subprocessorsFeed(list, { ...options, self, locale }));
      return [id, ...entries.map((entry) => entry.id)];
    };
    const english = await ids('/legal/subprocessors.xml', 'en');
    const german = await ids('/de/legal/subprocessors.xml', 'de');
    expect(german).toHaveLength(english.length);
    expect(new Set([...english, ...german]).size).toBe(2 * english.length);
    expect(english).toEqual(await ids('/legal/subprocessors.xml', 'en'));
  });

  it('is a valid feed before any change, and looks the same each time', async () => {
    const empty = subprocessorsFeed({ processors: [], changes: [] }, options);
    expect(await read(empty)).toMatchObject({ updated: '1970-01-01T00:00:00Z', entries: [] });
    expect(subprocessorsFeed({ processors: [], changes: [] }, options)).toBe(empty);
  });

  it('escapes everything, and leaves out what XML cannot hold', async () => {
    const name = `</title><x a='b'>"&amp; ]]> \u0000\u001b\uFFFF\uD800 ÄÖ 🌊`;
    const entry = { ...processors[1]!, name, purpose: '<script>alert(1)</script>' };
    const changes = [{ name, change: 'added', date: '2026-03-01' }] as const;
    const feed = await read(
      subprocessorsFeed(
        { processors: [entry], changes: [...changes] },
        { ...options, author: name, title: name },
      ),
    );
    const shown = `</title><x a='b'>"&amp; ]]>  ÄÖ 🌊`;
    expect(feed).toMatchObject({ title: shown, author: shown });
    expect(feed.entries).toMatchObject([
      { title: `Added: ${shown}`, summary: '<script>alert(1)</script>, United States' },
    ]);
    expect(feed.entries[0]?.id).toMatch(/^tag:priel\.example,2026:[\w/%.~!*'()-]+$/);
  });

  it('names hosts of every kind so that the id is a tag', async () => {
    const { id } = await read(subprocessorsFeed(list, { ...options, self: 'http://[::1]:4321/feed.xml' }));
    expect(id).toBe('tag:---1-,2026:subprocessors/feed.xml');
    expect(() => subprocessorsFeed(list, { ...options, page: '/legal' })).toThrow(TypeError);
  });
});
