import { isLoadableAddress } from '../contract/safe-html.ts';
import { addedMatches, type ConsentGrants, expressionOf } from './ledger.ts';

/** Attributes that are put aside, by their names, and such as were given back: gates of content write them for `srcset` and others. */
export const HELD = '[data-consent-held],[data-consent-given]';

/**
 * Gives back the attributes beside `src` that markup holds under `data-consent-…`, as their category is granted, and takes them
 * again. What stands in for one meanwhile changes places with it.
 */
export function attachHeld(grants: ConsentGrants): void {
  const follow = () => {
    for (const element of document.querySelectorAll<HTMLElement>(HELD)) settle(element, grants);
  };
  grants.subscribe(follow);
  new MutationObserver((changes) => {
    for (const element of addedMatches(changes, HELD)) settle(element, grants);
  }).observe(document, { childList: true, subtree: true });
}

export function settle(element: HTMLElement, grants: Pick<ConsentGrants, 'has'>): void {
  const { consentHeld, consentGiven, consentCategory } = element.dataset;
  const granted = consentCategory !== undefined && grants.has(expressionOf(element));
  const names = granted ? consentHeld : consentGiven;
  if (names === undefined) return;
  // In the element: it may be copied, by whoever moves it.
  put(element, 'data-consent-held', granted ? null : names);
  put(element, 'data-consent-given', granted ? names : null);
  for (const name of names.split(' ').filter(isServed)) {
    const held = `data-consent-${name}`;
    const value = element.getAttribute(held);
    if (name === 'css') {
      // The text of a script would run.
      if (element.localName !== 'style') continue;
      put(element, held, element.textContent);
      element.textContent = value;
      continue;
    }
    if (value !== null && !mayGet(element, name, value)) continue;
    put(element, held, element.getAttribute(name));
    put(element, name, value);
  }
}

/** What gates of content hold, and nothing else: not what would make another thing of an element, and no handler. */
const SERVED =
  /^(srcset|imagesrcset|srcdoc|poster|href|style|css|data|background|fill|stroke|filter|mask|cursor|clip-path|marker.*|to|from|by|values)$/;

const ADDRESSES = /^(href|data|to|from|by|values)$/;

/**
 * Whether an element may get this value. Visitors may write held attributes, too, since sanitizers leave `data-` in place: so links get
 * none, no address may run, and a document is given back only where the server has held it.
 */
function mayGet(element: Element, name: string, value: string): boolean {
  if (name === 'srcdoc') return element.hasAttribute('consent-own');
  if (name === 'href' && ['a', 'area'].includes(element.localName)) return false;
  const addresses = name === 'values' ? value.split(';') : [value];
  return !ADDRESSES.test(name) || addresses.every(isLoadableAddress);
}

const isServed = (name: string) => SERVED.test(name);

function put(element: Element, name: string, value: string | null): void {
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
}
