import snippet from 'virtual:consent/snippet';
import type { PagePayload } from './payload.ts';

/** The text of the head snippet; the same bytes on every page, so that one CSP hash covers them all. */
export const snippetText: string = snippet;

const snippetTag = `<script data-consent-mode>${snippet}</script>`;

const known = new WeakMap<object, Map<string, string>>();

/** What stands first in `<head>`: the page's facts as inert JSON, then the snippet that reads them. */
export function headMarkup(payload: PagePayload): string {
  if (!payload.config) return write(payload);
  // A configuration serves thousands of requests; its JSON is written once.
  const variants = known.get(payload.config) ?? new Map<string, string>();
  known.set(payload.config, variants);
  const key = `${payload.visitor}|${payload.gpc ?? ''}|${payload.source ?? ''}|${payload.base ?? ''}`;
  let markup = variants.get(key);
  if (markup === undefined) {
    markup = write(payload);
    variants.set(key, markup);
  }
  return markup;
}

function write(payload: PagePayload): string {
  return `<script type="application/json" data-consent-config>${inertJson(payload)}</script>${snippetTag}`;
}

/** JSON that cannot end its script element, whatever texts the editors write. */
export function inertJson(value: unknown): string {
  return JSON.stringify(value).replace(/[<\u2028\u2029]/g, escapeCharacter);
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
