/** Which attributes of which elements make a browser load or run something, and what their values name. */
import { type CssAddress, cssAddresses } from './css-addresses.ts';
import { TEXT } from './gate-marks.ts';
import { dataOf, Needs, type Owners, plainAddress } from './owners.ts';
import type { Attribute, StartTag } from './tag-report.ts';

/** An attribute that loads something that needs consent, if only as a gate. */
export interface Loading {
  attribute: Attribute;
  needs: Needs;
  /** Of a style: what of it loads, so that the rest can stay. */
  css?: CssAddress[];
  /** Code: it never comes back, for nobody could take it away again. */
  isCode?: boolean;
}

/** Prefix of what is held. */
export const HELD = 'data-consent-';

/** The text of a style. */
export const HELD_CSS = `${HELD}css`;

/** What links lead to, and nobody loads. */
const LINKS = new Set(['a', 'area']);

/** Relations of a `<link>` that load nothing: not `next` and `search`, which browsers have fetched. */
const QUIET_RELATIONS = new Set([
  'alternate',
  'author',
  'bookmark',
  'canonical',
  'external',
  'help',
  'license',
  'me',
  'nofollow',
  'noopener',
  'noreferrer',
  'prev',
  'privacy-policy',
  'shortlink',
  'tag',
  'terms-of-service',
]);

/** Elements whose address is a document or code. */
const RUNNING = new Set([
  'script',
  'iframe',
  'frame',
  'object',
  'embed',
  'applet',
  'portal',
  'fencedframe',
  'link',
  'base',
  'use',
]);

/** What an island names by these it runs, whatever the name of its element: that of a framework's own has a hyphen. */
const ISLAND_CODE = new Set(['component-url', 'renderer-url', 'before-hydration-url']);

/** Attributes that hold one address each, on whatever element they stand. */
const ADDRESS = new Set([
  'src',
  'href',
  'xlink:href',
  'poster',
  'background',
  'data',
  'lowsrc',
  'dynsrc',
  'code',
  'codebase',
  'archive',
  'classid',
  'manifest',
  'to',
  'from',
  'by',
  ...ISLAND_CODE,
]);

/** On other elements these are something else. */
const ONLY_ON: Record<string, ReadonlySet<string>> = {
  data: new Set(['object']),
  code: new Set(['applet', 'object']),
  codebase: new Set(['applet', 'object']),
  archive: new Set(['applet', 'object']),
  classid: new Set(['object']),
  manifest: new Set(['html']),
  to: new Set(['set', 'animate', 'animatemotion', 'animatetransform', 'animatecolor']),
  from: new Set(['animate', 'animatemotion', 'animatetransform', 'animatecolor']),
  by: new Set(['animate', 'animatemotion', 'animatetransform', 'animatecolor']),
};

/** By these an animation sets the address, or the style, of what it stands in. */
const ANIMATED = new Set(['to', 'from', 'by', 'values']);

/** Lists of addresses. */
const LISTS = new Set(['srcset', 'imagesrcset', 'ping', 'attributionsrc', 'values']);

/** Attributes of SVG that are styles. */
const PRESENTATION = new Set([
  'clip-path',
  'cursor',
  'fill',
  'filter',
  'marker',
  'marker-end',
  'marker-mid',
  'marker-start',
  'mask',
  'stroke',
]);

/** Where forms are sent: nobody loads them, unless they are code. */
const SENT_TO = new Set(['action', 'formaction']);

/** Attributes that may load something, on whatever element and by whatever value; beside them those that are code, as `onclick`. */
export const LOADING_NAMES: readonly string[] = [
  ...ADDRESS,
  ...LISTS,
  ...PRESENTATION,
  ...SENT_TO,
  ...['style', 'http-equiv', 'srcdoc'],
];

/** Relative, below the root or in this page: whatever comes then, it is the site's own. */
const OWN_PATH = /^\s*(?:\/[\w.~%-]|[#?]|[\w.+-]+(?:[/?#]|$)|$)/;

/** What a list, a style or a header must have in it to lead elsewhere. */
const IN_LIST = /\/\s*\/|[\\:]|&(?!amp;|#38;)/;
const IN_STYLE = /url|[\\\t&]|\/\/|https?:|data:/i;
const QUIET_HEADER = /^(content-security-policy|content-type|x-ua-compatible|default-style)$/i;

/**
 * Whether an attribute may load something, at first sight: on any element, by its name and its value as it is written. What it says of one
 * that may not is certain.
 */
export function mayLoad(written: string, value: string): boolean {
  const name = written.startsWith(HELD) ? written.slice(HELD.length) : written;
  if (ADDRESS.has(name) || SENT_TO.has(name)) return !OWN_PATH.test(value);
  if (LISTS.has(name)) return IN_LIST.test(value);
  if (name === 'style' || PRESENTATION.has(name)) return IN_STYLE.test(value);
  if (name === 'http-equiv') return !QUIET_HEADER.test(value);
  return name === 'srcdoc' || /^on[a-z]/.test(name) || written === HELD_CSS || written === TEXT;
}

/** @param documentNeeds what a whole document needs that stands in an attribute */
export function loadingOf(tag: StartTag, owners: Owners, documentNeeds: (html: string) => Needs): Loading[] {
  return tag.attributes.flatMap((attribute) => {
    const loading = loadingBy(tag, attribute, owners, documentNeeds);
    return loading && !loading.needs.ofGate.areNone ? [loading] : [];
  });
}

function loadingBy(
  tag: StartTag,
  attribute: Attribute,
  owners: Owners,
  documentNeeds: (html: string) => Needs,
): Loading | null {
  const { value } = attribute;
  // What is held already is judged by what it will be.
  const name = attribute.name.startsWith(HELD) ? attribute.name.slice(HELD.length) : attribute.name;
  const needs = new Needs();
  const isStyle = name === 'style' || PRESENTATION.has(name) || attribute.name === HELD_CSS;
  if (isStyle) return { attribute, ...foreignCss(value, owners) };
  if (name === 'srcdoc') return { attribute, needs: documentNeeds(value) };
  // An animation may set what is a style.
  if (ANIMATED.has(name)) needs.add(foreignCss(value, owners).needs);
  if (LISTS.has(name)) {
    for (const address of listed(name, value)) owners.address(address, false, needs);
    return { attribute, needs };
  }
  if (name === 'content' && isRefresh(tag)) {
    const address = refreshAddress(value);
    if (address !== null) owners.address(address, true, needs);
    return { attribute, needs };
  }
  if (/^on[a-z]/.test(name)) {
    // What was held of code does not come back.
    if (name !== attribute.name) return null;
    owners.code(value, needs);
    return { attribute, needs, isCode: true };
  }
  if ((name.endsWith('href') || SENT_TO.has(name)) && /^javascript:/i.test(plainAddress(value))) {
    owners.address(value, true, needs);
    return { attribute, needs, isCode: true };
  }
  if (!ADDRESS.has(name) || (ONLY_ON[name] && !ONLY_ON[name].has(tag.name)) || isQuiet(tag, name))
    return null;
  const isIslandCode = ISLAND_CODE.has(name);
  // Other attributes of elements with a hyphen are the site's own: what they load, its scripts load.
  if (tag.name.includes('-') && !attribute.name.startsWith(HELD) && !HYPHENED.has(tag.name) && !isIslandCode)
    return null;
  owners.address(value, isIslandCode || RUNNING.has(tag.name), needs);
  if (isSheet(tag)) sheetNeeds(value, owners, needs);
  return { attribute, needs };
}

/** Fonts of SVG, and other parts of it that browsers load. */
const HYPHENED = new Set(['font-face-uri', 'color-profile']);

function isQuiet(tag: StartTag, name: string): boolean {
  if (!name.endsWith('href')) return false;
  if (LINKS.has(tag.name)) return true;
  return tag.name === 'link' && relationsOf(tag).every((relation) => QUIET_RELATIONS.has(relation));
}

const isSheet = (tag: StartTag) => tag.name === 'link' && relationsOf(tag).includes('stylesheet');

const relationsOf = (tag: StartTag) => attributeOf(tag, 'rel').toLowerCase().split(/\s+/).filter(Boolean);

export function attributeOf({ attributes }: StartTag, name: string): string {
  return attributes.find((attribute) => attribute.name === name)?.value ?? '';
}

/**
 * What a style must have in it to load something: `url()`, or a string that is an address; an escape of a letter or sign, or a tab, may
 * hide either.
 */
const MAY_NAME = /url|\\(?![89a-f][\da-f]|[1-9a-f][\da-f]{2})|\t|\/\/|https?:|data:/i;

/** What of a style loads from elsewhere, and what it needs. */
export function foreignCss(text: string, owners: Owners): { css: CssAddress[]; needs: Needs } {
  const all = new Needs();
  // Few styles name an address: those are not taken apart.
  if (!MAY_NAME.test(text)) return { css: [], needs: all };
  const css = cssAddresses(text).filter((found) => {
    const needs = new Needs();
    cssNeeds(found, owners, needs);
    all.add(needs);
    return !needs.areNone;
  });
  return { css, needs: all };
}

function cssNeeds({ address, quoted, imported }: CssAddress, owners: Owners, needs: Needs): void {
  const plain = plainAddress(address).toLowerCase();
  // Most strings are no addresses; only a whole one leads elsewhere.
  if (quoted && !/^(https?:|data:|[/\\]{2})/.test(plain)) return;
  const isQuiet = plain === NO_DATA || (!imported && QUIET_DATA.test(plain));
  owners.address(address, plain.startsWith('data:') && !isQuiet, needs);
  if (imported) sheetNeeds(address, owners, needs);
}

/** What a style sheet needs that stands in an address: as code it names hosts, as CSS it may write them in escapes, or as data once more. */
function sheetNeeds(address: string, owners: Owners, needs: Needs): void {
  const plain = plainAddress(address).toLowerCase();
  if (!plain.startsWith('data:') || plain === NO_DATA) return;
  const { kind, data } = dataOf(address);
  if (data === null || OTHER_CHARSET.test(kind) || OTHER_ENCODING.test(data)) owners.unreadable(needs);
  else needs.add(foreignCss(data, owners).needs);
}

/** Encodings in which a sign may be a part of another one. */
const OTHER_CHARSET = /charset\s*=\s*(?!"?(utf-?8|us-ascii)\b)/i;

/** What has a style sheet read in another encoding, or is none of its text: control characters, beside the bytes of letters. */
const OTHER_ENCODING = /[^\P{Cc}\t\n\f\r\u0080-\u009f]|^@charset "(?!utf-8")/iu;

/** What stands in place of an address that is held. */
const NO_DATA = 'data:,';

/** What imports nothing where it is no style sheet: behind `@import` browsers take some of these for one. */
const QUIET_DATA = /^data:(image|font|audio|video|application)\//;

/**
 * Addresses of a list, divided at white space and at commas: more than there are, where one has a comma in it, but none is
 * missed, whatever stands in brackets.
 */
function listed(name: string, text: string): string[] {
  // Of an animation each may hold line breaks, which browsers take out of an address.
  return text.split(name === 'values' ? ';' : /[\s,;]+/).filter(Boolean);
}

const isRefresh = (tag: StartTag) =>
  tag.name === 'meta' && attributeOf(tag, 'http-equiv').trim().toLowerCase() === 'refresh';

/** Where a refresh leads (HTML, 4.2.5.3); null for this page itself. */
export function refreshAddress(content: string): string | null {
  let rest = content.trim().replace(/^[\d.]*/, '');
  rest = rest.replace(/^[\s;,]*/, '').replace(/^url\s*=\s*/i, '');
  const quote = rest.charAt(0);
  if (quote === '"' || quote === "'") rest = rest.slice(1).split(quote)[0] ?? '';
  return rest === '' ? null : rest;
}
