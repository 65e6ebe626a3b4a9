import type { ConsentConfig } from '@permesso/consent-core';
import type { PagePayload } from '../head/payload.ts';
import { page } from './page.ts';
import { withPart } from './parts.ts';

/** Follows client-side navigation: the attributes stay, and a configuration that differs is judged anew. */
export function attachNavigation(): void {
  document.addEventListener('astro:before-swap', (event) => {
    carryOver((event as Event & { newDocument: Document }).newDocument);
  });
  document.addEventListener('astro:after-swap', () => {
    const payload = readPayload();
    if (payload && isNews(payload)) withPart('store', ({ follow }) => follow(payload));
  });
}

function readPayload(): PagePayload | null {
  try {
    return JSON.parse(document.querySelector('[data-consent-config]')!.textContent!);
  } catch {
    return null;
  }
}

/** Whether the next page says something that this one does not know. */
function isNews({ config, visitor }: PagePayload): boolean {
  const { store, facts } = page();
  const current = store?.config ?? facts?.payload.config;
  if (!config || !current) return config !== current;
  return visitor ? nameOf(config) !== nameOf(current) : textsOf(config) !== textsOf(current);
}

/** Like the etag: two configurations of one name are the same. */
function nameOf(config: ConsentConfig): string {
  return `${textsOf(config)}|${config.jurisdiction.model}`;
}

/** Without the model: a page that does not know its visitor says opt-in, and is not believed against one that does. */
function textsOf({ enabled, versions, locale }: ConsentConfig): string {
  return `${enabled}|${versions.policyVersion}|${locale}`;
}

/** Carries the attributes of `<html>` over to the page that is about to show: the router would wipe them. */
function carryOver(next: Document): void {
  for (const { name, value } of document.documentElement.attributes) {
    if (name.startsWith('data-consent')) next.documentElement.setAttribute(name, value);
  }
}
