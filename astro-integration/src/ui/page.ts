import type { InterfaceTexts } from '@permesso/consent-core/texts';
import { escapeHtml } from '@permesso/consent-core/ui';
import { unescapeHTML } from 'astro/runtime/server/index.js';
import { keep } from '../server/keep.ts';
import type { ConsentLocals } from '../server/locals.ts';

/** What a component of ours knows of the page that it stands on. */
export interface ComponentPage {
  /** Undefined where the integration's middleware did not run. */
  consent: ConsentLocals | undefined;
  url: Pick<URL, 'pathname' | 'search'>;
  /** Where its forms return to, written for an attribute; several of ours ask for it. */
  path?: unknown;
}

/** Interface texts of a component's own. */
export type OwnTexts = Partial<InterfaceTexts> | undefined;

/** Where a form on this page returns to, for an attribute. */
export function pathOf(page: ComponentPage): unknown {
  page.path ??= unescapeHTML(escapeHtml(page.url.pathname + page.url.search));
  return page.path;
}

/** Where no configuration is known. */
const nowhere = {};

/** Keeps what is the same for many pages of a configuration, by whatever else it depends on. */
export function perConfig<Made>(): (consent: ConsentLocals, key: string, make: () => Made) => Made {
  const kept = new WeakMap<object, Map<string, Made>>();
  return (consent, key, make) => {
    const config = consent.config ?? nowhere;
    let known = kept.get(config);
    if (!known) {
      known = new Map();
      kept.set(config, known);
    }
    return known.get(key) ?? keep(known, key, make());
  };
}

/** Own texts as part of such a key. */
export const keyOf = (own: OwnTexts): string => (own ? JSON.stringify(own) : '');
