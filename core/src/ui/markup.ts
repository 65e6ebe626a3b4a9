import { escapeHtml } from '../contract/safe-html.ts';

/**
 * An element as plain data. The preferences exist twice, as a page for visitors without JavaScript and as a dialog
 * with it; both are made from one tree of these, so they cannot tell a visitor different things. Text is text in
 * either: no branch of it ever becomes markup.
 */
export type Markup = Element | string | false | null | undefined;

export type Element = readonly [tag: string, attributes: Attributes, ...children: Markup[]];

/** `true` is an attribute without value, `false` and `undefined` are no attribute. */
export type Attributes = Readonly<Record<string, string | boolean | undefined>>;

const VOID = new Set(['input', 'br', 'hr']);

/** Writes a tree for the server's HTML. */
export function toHtml(markup: Markup): string {
  if (!markup) return '';
  if (typeof markup === 'string') return escapeHtml(markup);
  const [tag, attributes, ...children] = markup;
  let html = `<${tag}`;
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    html += value === true ? ` ${name}` : ` ${name}="${escapeHtml(value)}"`;
  }
  return VOID.has(tag) ? `${html}>` : `${html}>${children.map(toHtml).join('')}</${tag}>`;
}

/** The same with a style inside the element, so that whoever moves it takes its look along. */
export function toStyledHtml(element: Element, style: string): string {
  return toHtml(element).replace('>', () => `><style>${style}</style>`);
}

/** Builds a tree as DOM nodes, with text nodes and `setAttribute` only. */
export function toDom(markup: Markup): Node {
  if (!markup) return document.createTextNode('');
  if (typeof markup === 'string') return document.createTextNode(markup);
  const [tag, attributes, ...children] = markup;
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children.map(toDom));
  return element;
}
