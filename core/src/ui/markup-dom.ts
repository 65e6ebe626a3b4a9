import type { Markup } from './markup.ts';

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
