/**
 * Strapi's Blocks as HTML: every node that its editor writes (`blocks-validator` of Strapi 5), every text escaped. Strapi's own renderer
 * is for React, and the others that npm has escape nothing.
 */
import { escapeHtml, isSafeHref, isSafeImageSource } from '../../contract/safe-html.ts';

/** A text, with how it is set off. */
export interface BlocksText {
  type: 'text';
  text: string;
  bold?: boolean;
  italic?: boolean;
  underline?: boolean;
  strikethrough?: boolean;
  code?: boolean;
}

export interface BlocksImage {
  url: string;
  alternativeText?: string | null;
  caption?: string | null;
  width?: number | null;
  height?: number | null;
}

/** A node as Strapi sends it: `paragraph`, `heading`, `list`, `list-item`, `quote`, `code`, `image` or `link`. */
export interface BlocksElement {
  type: string;
  children?: readonly BlocksNode[];
  /** Of a heading. */
  level?: number;
  /** Of a list: `ordered`, or `unordered`. */
  format?: string;
  /** Of code. */
  language?: string | null;
  /** Of a link. */
  url?: string;
  rel?: string;
  target?: string;
  image?: BlocksImage;
}

export type BlocksNode = BlocksText | BlocksElement;

/** What sets a text off, the innermost first. */
const MODIFIERS = [
  ['bold', 'strong'],
  ['italic', 'em'],
  ['underline', 'u'],
  ['strikethrough', 's'],
  ['code', 'code'],
] as const;

/** Nobody writes nodes in nodes that are deeper: what is, is left out. */
const MAX_DEPTH = 50;

/**
 * The HTML of a field of Blocks; nothing for an empty one. Of a node that it does not know it writes what stands in it; a link that
 * leads nowhere safe becomes its text.
 */
export function blocksHtml(blocks: readonly BlocksNode[] | null | undefined): string {
  return (blocks ?? []).map((node) => nodeHtml(node, 0)).join('');
}

function nodeHtml(node: BlocksNode, depth: number): string {
  if (isText(node)) return textHtml(node);
  if (depth > MAX_DEPTH) return '';
  const inner = () => childrenHtml(node, depth + 1);
  switch (node.type) {
    case 'paragraph':
      return `<p>${inner() || '<br>'}</p>`;
    case 'heading':
      return wrapped(`h${levelOf(node)}`, inner());
    case 'quote':
      return wrapped('blockquote', inner());
    case 'code':
      return codeHtml(node);
    case 'list':
      return listHtml(node, depth + 1);
    case 'list-item':
      return wrapped('li', inner());
    case 'link':
      return linkHtml(node, inner());
    case 'image':
      return imageHtml(node.image);
    default:
      return inner();
  }
}

const isText = (node: BlocksNode): node is BlocksText => node.type === 'text';

const wrapped = (name: string, html: string) => `<${name}>${html}</${name}>`;

const childrenHtml = ({ children = [] }: BlocksElement, depth: number): string =>
  children.map((child) => nodeHtml(child, depth)).join('');

function textHtml(node: BlocksText): string {
  let html = escapeHtml(node.text ?? '').replace(/\r\n?|\n/g, '<br>');
  for (const [modifier, name] of MODIFIERS) if (node[modifier]) html = wrapped(name, html);
  return html;
}

const levelOf = ({ level = 1 }: BlocksElement) => Math.min(6, Math.max(1, Math.trunc(level) || 1));

function codeHtml(node: BlocksElement): string {
  const language = node.language ? ` class="language-${escapeHtml(node.language)}"` : '';
  return `<pre><code${language}>${escapeHtml(plainText(node))}</code></pre>`;
}

/** What code holds are texts alone. */
const plainText = ({ children = [] }: BlocksElement): string =>
  children.map((child) => (isText(child) ? (child.text ?? '') : '')).join('');

/** A list stands beside the item that it belongs to; in HTML it stands in it. */
function listHtml({ format, children = [] }: BlocksElement, depth: number): string {
  const items: string[] = [];
  for (const child of children) {
    const isList = child.type === 'list';
    const html = isList || isText(child) ? nodeHtml(child, depth) : childrenHtml(child, depth + 1);
    if (isList && items.length > 0) items.push(items.pop() + html);
    else items.push(html);
  }
  return wrapped(format === 'ordered' ? 'ol' : 'ul', items.map((item) => wrapped('li', item)).join(''));
}

function linkHtml({ url = '', rel, target }: BlocksElement, text: string): string {
  if (!isSafeHref(url)) return text;
  const attributes = { href: url, rel, target };
  return `<a${attributesHtml(attributes)}>${text}</a>`;
}

function imageHtml(image: BlocksImage | undefined): string {
  if (!image?.url || !isSafeImageSource(image.url)) return '';
  const { url, alternativeText, caption, width, height } = image;
  const attributes = { src: url, alt: alternativeText ?? '', width, height, loading: 'lazy' };
  const html = `<img${attributesHtml(attributes)}>`;
  return caption ? `<figure>${html}<figcaption>${escapeHtml(caption)}</figcaption></figure>` : html;
}

function attributesHtml(attributes: Record<string, string | number | null | undefined>): string {
  return Object.entries(attributes)
    .filter(([name, value]) => name === 'alt' || value)
    .map(([name, value]) => ` ${name}="${escapeHtml(String(value))}"`)
    .join('');
}
