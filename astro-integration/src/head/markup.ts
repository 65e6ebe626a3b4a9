import snippet from 'virtual:consent/snippet';
import type { PagePayload } from '@permesso/consent-core';
import { briefConfig } from './brief.ts';
import { inertJson } from './inert-json.ts';

/** The text of the head snippet; the same bytes on every page, so that one CSP hash covers them all. */
export const snippetText: string = snippet;

const snippetTag = `<script data-consent-mode>${snippet}</script>`;

const written = new WeakMap<PagePayload, string>();

/** What stands first in `<head>`: the page's facts as inert JSON, then the snippet that reads them. */
export function headMarkup(payload: PagePayload): string {
  // The same facts serve thousands of requests: it is written once for all.
  let markup = written.get(payload);
  if (markup === undefined) {
    markup = write(payload);
    written.set(payload, markup);
  }
  return markup;
}

function write(payload: PagePayload): string {
  const { config, base } = payload;
  // Where the site has no routes, the page is the only place that has the texts.
  const told = config && base ? { ...payload, config: briefConfig(config), brief: true } : payload;
  return `<script type="application/json" data-consent-config>${inertJson(told)}</script>${snippetTag}`;
}
