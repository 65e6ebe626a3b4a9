/** Headers by which a browser loads something, or leaves, before it has read the page that they come with. */
import type { Visit } from '../visit.ts';
import { refreshAddress } from './loading-attributes.ts';
import { Needs, type Owners } from './owners.ts';

/** A bare value; apostrophes in it, as in `UTF-8'en'a`, stand for nothing. */
const BARE = /(?!')[^\s"'<>;,\\]+(?:'[^\s"'<>;,\\]*'[^\s"'<>;,\\]*)?/.source;

/** A name, and its value in quotes or bare. */
const PARAMETER = `([\\w!#$%&*+.^\`|~-]+)(?:[\\t ]*=[\\t ]*(?:"([^"<]*)(?<!\\\\)"|(${BARE})))?`;

/**
 * A link of `Link` (RFC 8288, 3) that all browsers read alike, or what is none to any. They differ in where a quoted text ends that has a
 * quote in it, and in where they go on behind what they do not know: so no quoted text holds a `<`, by which each link begins.
 */
const LINK = new RegExp(
  `(?:[\\t ]*<([^<>"]*)>[\\t ]*((?:;[\\t ]*(?:${PARAMETER}[\\t ]*)?)*)|[^<>",]*)(?:,|$)`,
  'y',
);

const PARAMETERS = new RegExp(PARAMETER, 'g');

/** Relations by which browsers load, or connect, on account of a header; all others they leave to the page. */
const LOADING = new Set([
  ...['preload', 'modulepreload', 'prefetch', 'preconnect', 'dns-prefetch', 'prerender'],
  ...['stylesheet', 'icon', 'manifest', 'compression-dictionary'],
]);

/** A list of texts (RFC 9651, 3.1) in which nothing is escaped. */
const TEXTS = /^[\t ]*"[^"\\]*"[\t ]*(?:,[\t ]*"[^"\\]*"[\t ]*)*$/;

type MayLoad = (address: string) => boolean;

/** What is left of each header; nothing where it goes. */
const LEFT: Readonly<Record<string, (value: string, mayLoad: MayLoad) => string>> = {
  link: (value, mayLoad) =>
    linksOf(value)
      .filter(({ loads }) => loads.every(mayLoad))
      .map(({ text }) => text)
      .join(', '),
  refresh: (value, mayLoad) => (refreshAddresses(value).every(mayLoad) ? value : ''),
  'speculation-rules': (value, mayLoad) =>
    TEXTS.test(value) && value.split('"').every((text, index) => index % 2 === 0 || mayLoad(text))
      ? value
      : '',
};

/** Whether an answer has a header by which something may load. */
export const hasLoadingHeader = (headers: Headers): boolean =>
  Object.keys(LEFT).some((name) => headers.has(name));

/** Takes away what of an answer's headers would have something load before it is granted. */
export function holdHeaders(headers: Headers, owners: Owners, visit: Visit): void {
  const mayLoad = (address: string) => {
    const needs = new Needs();
    owners.address(address, true, needs);
    return needs.areNone || (visit.visitor && visit.has(needs.expression));
  };
  for (const [name, leftOf] of Object.entries(LEFT)) {
    const given = headers.get(name);
    if (given === null) continue;
    const left = leftOf(given, mayLoad);
    if (left === '') headers.delete(name);
    else headers.set(name, left);
  }
}

interface Link {
  /** As it is written. */
  text: string;
  /** The addresses that it has loaded. */
  loads: string[];
}

/** The links of a header, up to the first that some browser may read otherwise. */
function linksOf(header: string): Link[] {
  const links: Link[] = [];
  for (let at = 0; at < header.length; at = LINK.lastIndex) {
    LINK.lastIndex = at;
    const match = LINK.exec(header);
    if (!match) break;
    const [whole, address, parameters = ''] = match;
    if (address === undefined) continue;
    links.push({ text: whole.replace(/,$/, '').trim(), loads: loadedBy(address, parameters) });
  }
  return links;
}

function loadedBy(address: string, text: string): string[] {
  const given = [...text.matchAll(PARAMETERS)].map(([, name, quoted, bare = '']) => ({
    name: name!.toLowerCase(),
    // With its escapes and without them: not all browsers undo those.
    value: quoted === undefined ? bare : `${quoted} ${quoted.replace(/\\(.)/g, '$1')}`,
  }));
  // Browsers differ in which of several they take.
  const said = (wanted: string, divider: RegExp) =>
    given.flatMap(({ name, value }) => (name === wanted ? value.split(divider).filter(Boolean) : []));
  const relations = said('rel', /\s+/);
  if (relations.length > 0 && !relations.some((relation) => LOADING.has(relation.toLowerCase()))) return [];
  return [address, ...said('imagesrcset', /[\s,]+/)];
}

/** Where a refresh may lead: as a whole, and by each part of what may be several headers in one. */
const refreshAddresses = (value: string): string[] =>
  [value, ...value.split(/[;,]/)].flatMap((part) => refreshAddress(part) ?? []);
