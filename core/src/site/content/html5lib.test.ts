import { type DefaultTreeAdapterTypes, parse, parseFragment } from 'parse5';
import { describe, expect, it } from 'vitest';
import { documents, tokens } from '../../../tests/html5lib.ts';
import { createTestConfig } from '../../contract/default-config.ts';
import { createSite } from '../site.ts';
import type { Visit } from '../visit.ts';
import { gateHtml, heldHtml, ownersFor } from './gate-html.ts';
import { isQuiet } from './quiet-html.ts';

const config = createTestConfig({
  trackers: [{ id: 'Evil', name: 'Evil', categoryKey: 'marketing', kind: 'pixel', hosts: ['evil.example'] }],
});
const site = createSite({ files: '/f/', known: { '': config } });
const visit = site.visit(new Request('https://site.example/')) as Visit;

/** What loads in each: something that keeps its place, so that trees can be compared. */
const IMAGE = '<img src="https://evil.example/1" alt="">';

type Shape = [name: string, attributes: string[], children: Shape[]] | string;

/** What is an element in one way of reading may be text in another. */
const unheld = (text: string) =>
  text.replaceAll(
    '<img alt="" data-consent-src="https://evil.example/1" data-consent-category="marketing">',
    IMAGE,
  );

/** A tree as plain data, with what the gate has put aside in its place again. */
function shapeOf(node: DefaultTreeAdapterTypes.Node): Shape {
  const gated = gatedIn(node);
  if (gated !== null) return shapeOf(parseFragment(gated).childNodes[0]!);
  if ('value' in node) return unheld(node.value);
  if ('data' in node) return unheld(node.data);
  if (!('childNodes' in node)) return node.nodeName;
  const within = 'content' in node ? node.content : node;
  const attributes = 'attrs' in node ? node.attrs.flatMap(attributeOf) : [];
  const style = 'attrs' in node && node.attrs.find(({ name }) => name === 'data-consent-css');
  if (style) return [node.nodeName, attributes.sort(), [style.value]];
  return [node.nodeName, attributes.sort(), within.childNodes.map(shapeOf)];
}

/** The source of what a gate holds; null where a node is none. */
function gatedIn(node: DefaultTreeAdapterTypes.Node): string | null {
  const [held] = 'childNodes' in node ? node.childNodes : [];
  const isGate = 'attrs' in node && node.attrs.some(({ name }) => name === 'data-consent-gate');
  const [text] = isGate && held && 'childNodes' in held ? held.childNodes : [];
  return text && 'value' in text ? JSON.parse(text.value) : null;
}

function attributeOf({ name, value, prefix }: DefaultTreeAdapterTypes.Element['attrs'][number]): string[] {
  if (/^data-consent-(category|held|css)$/.test(name) || value === 'text/plain') return [];
  return [`${prefix ?? ''}:${name.replace(/^data-consent-/, '')}=${unheld(value)}`];
}

/** Addresses of a host that a tree would load. */
function loadedBy(node: DefaultTreeAdapterTypes.Node, host = 'evil.example'): string[] {
  if (!('childNodes' in node)) return [];
  const own =
    'attrs' in node ? node.attrs.filter(({ name, value }) => name === 'src' && value.includes(host)) : [];
  const children = 'content' in node ? [node.content] : node.childNodes;
  return [...own.map(({ value }) => value), ...children.flatMap((child) => loadedBy(child, host))];
}

const READERS = {
  'a page': (html: string, scriptingEnabled: boolean) => parse(html, { scriptingEnabled }),
  'what stands in one': (html: string, scriptingEnabled: boolean) =>
    parseFragment(html, { scriptingEnabled }),
};

// What the texts load besides is left, so that only what was put there is held.
const options = { unknown: 'allow' } as const;

/** Where an element is put: each makes another text of a document that is broken. */
const placed = (html: string, element: string) => [html + element, html.replace('>', `>${element}`)];

describe('the test suites of html5lib', () => {
  it('are all there', () => {
    expect(documents.length).toBeGreaterThan(1500);
    expect(tokens.length).toBeGreaterThan(6000);
  });

  it.each(Object.entries(READERS))('load nothing, and are the same but for that, as %s', (kind, read) => {
    const page = kind === 'a page';
    let held = 0;
    const texts = [...documents, ...tokens.filter((_, index) => index % 20 === 0)];
    for (const html of texts.flatMap((text) => placed(text, IMAGE))) {
      const gated = gateHtml(html, visit, { ...options, page });
      for (const scripting of [true, false]) {
        const [before, after] = [read(html, scripting), read(gated, scripting)];
        held += loadedBy(before).length;
        expect(loadedBy(after)).toEqual([]);
        if (!isReplaced(html)) expect(shapeOf(after)).toEqual(shapeOf(before));
      }
    }
    expect(held).toBeGreaterThan(4000);
  });

  it('stay as they are where they are quiet', () => {
    let quiet = 0;
    for (const html of [...documents, ...tokens]) {
      const owners = ownersFor(visit, {});
      if (!isQuiet(html, owners)) continue;
      quiet += 1;
      for (const isPage of [true, false]) {
        expect(heldHtml(html, [isPage], visit, owners, { keepsMarks: false })).toBe(html);
      }
    }
    expect(quiet / (documents.length + tokens.length)).toBeGreaterThan(0.5);
  });
});

/** What nobody declared: two become gates, and one waits in its place. */
const UNDECLARED = [
  '<iframe src="https://nobody.example/1" title="Nobody"></iframe>',
  '<img src="https://nobody.example/1" alt="">',
  '<script src="https://nobody.example/1"></script>',
];

/** Each document with one of them, and so that each of them comes to stand in either place. */
const undeclared = documents.map(
  (html, index) => placed(html, UNDECLARED[index % 3]!)[Math.floor(index / 3) % 2]!,
);

describe('documents of html5lib in which something is gated', () => {
  it.each(Object.entries(READERS))('are the same but for that, as %s', (kind, read) => {
    let [gates, compared] = [0, 0];
    for (const html of undeclared) {
      const gated = gateHtml(html, visit, { page: kind === 'a page', ownCode: true });
      gates += gated.split('<span data-consent-gate ').length - 1;
      for (const scripting of [true, false]) {
        const [before, after] = [read(html, scripting), read(gated, scripting)];
        expect(loadedBy(after, 'nobody.example')).toEqual([]);
        // Where it is a text, or nothing at all, so is a gate.
        const isElement = loadedBy(before, 'nobody.example').length > 0;
        if (!isElement || isReplaced(html)) continue;
        compared += 1;
        expect(shapeOf(after)).toEqual(shapeOf(before));
      }
    }
    expect([gates > 300, compared > 1500]).toEqual([true, true]);
  });
});

/** What the gate puts something else in place of: a set of frames in content, and what would become a box with the image in it. */
const isReplaced = (html: string) => /<(frameset|object|video|audio)/i.test(html);
