import snippet from 'virtual:consent/snippet';
import { briefConfig } from './brief.ts';
import { inertJson } from './inert-json.ts';
import type { PagePayload } from './payload.ts';
import { Written } from './written.ts';

/** The text of the head snippet; the same bytes on every page, so that one CSP hash covers them all. */
export const snippetText: string = snippet;

const snippetTag = `<script data-consent-mode>${snippet}</script>`;

const written = new WeakMap<PagePayload, Written>();

/** The start of `<head>`, to be rendered. The same facts serve thousands of requests: it is written once for all. */
export function writtenHead(payload: PagePayload): Written {
  let head = written.get(payload);
  if (!head) {
    head = new Written(write(payload));
    written.set(payload, head);
  }
  return head;
}

/** What stands first in `<head>`: the page's facts as inert JSON, then the snippet that reads them. */
export const headMarkup = (payload: PagePayload): string => writtenHead(payload).html;

function write(payload: PagePayload): string {
  const { config, base } = payload;
  // Where the site has no routes, the page is the only place that has the texts.
  const told = config && base ? { ...payload, config: briefConfig(config), brief: true } : payload;
  return `<script type="application/json" data-consent-config>${inertJson(told)}</script>${snippetTag}`;
}
