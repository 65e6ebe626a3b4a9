import type { ConsentConfig } from '@permesso/consent-core';
import { tcfCookieName } from '@permesso/consent-core';
import { type DecisionName, type KeptString, keptStringLine } from './kept-string.ts';

type CookieOptions = ConsentConfig['cookie'];

/**
 * Keeps the string of a decision in its cookie, or, where the browser takes none so long (4096 bytes), in the storage of this origin:
 * without either the visitor is asked again on the next page.
 */
export function keepString(name: DecisionName, string: KeptString, options: CookieOptions): void {
  const line = keptStringLine(name, string, options, location.protocol === 'https:');
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API needs https and is asynchronous.
  document.cookie = line;
  const [pair = ''] = line.split('; ');
  const key = tcfCookieName(options);
  const isKept = document.cookie.split('; ').includes(pair);
  try {
    if (isKept) localStorage.removeItem(key);
    else localStorage.setItem(key, pair.slice(key.length + 1));
  } catch {
    // Storage is blocked, and perhaps nothing was there.
    if (!isKept) console.warn('[consent] The consent string could not be kept: its visitor is asked again.');
  }
}

/** All texts that may be a kept string, as cookies stand in `document.cookie`. */
export function keptTexts(options: Pick<CookieOptions, 'name'>): string {
  const key = tcfCookieName(options);
  try {
    return `${document.cookie}; ${key}=${localStorage.getItem(key) ?? ''}`;
  } catch {
    return document.cookie;
  }
}
