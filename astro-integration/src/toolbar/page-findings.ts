import { type ConsentConfig, isOnHosts, ledger, namePattern, patternFit } from '@permesso/consent-core';
import { isExecutable, isModule } from '@permesso/consent-core/page';
import { SIMULATION_COOKIE } from './simulation.ts';

/** What runs before the head snippet; modules wait for the parser, so they never do. */
export function earlyScripts(page: Document): string[] {
  const snippet = page.querySelector('script[data-consent-mode]');
  if (!snippet) return [];
  return [...page.querySelectorAll('script')]
    .filter((script) => isExecutable(script) && !isModule(script))
    .filter((script) => script.compareDocumentPosition(snippet) & Node.DOCUMENT_POSITION_FOLLOWING)
    .map(nameOf);
}

/** What pages are not told, and the dev server knows. */
export interface DeclaredHosts {
  /** Where trackers are reached. */
  hosts: readonly string[];
  /** The site's own hosts and that of its CMS, with their ports. */
  own: readonly string[];
}

/**
 * Scripts, frames and images from elsewhere that no tracker of the configuration and no markup for consent accounts
 * for: they were there for everybody.
 */
export function undeclaredRequests(
  page: Document,
  config: ConsentConfig,
  { hosts, own }: DeclaredHosts,
): string[] {
  const declared = new Set(
    config.trackers.flatMap(({ loader }) => (loader?.src ? [new URL(loader.src, page.baseURI).href] : [])),
  );
  const found = page.querySelectorAll<HTMLScriptElement | HTMLIFrameElement | HTMLImageElement>(
    'script[src], iframe[src], img[src]',
  );
  const foreign = [...found]
    .filter((part) => !part.closest('[data-consent-tracker],[data-consent-category],astro-dev-toolbar'))
    .map(({ src }) => src)
    .filter((src) => /^https?:/.test(src) && new URL(src).origin !== new URL(page.baseURI).origin)
    .filter((src) => !declared.has(src) && !ledger().has(`src:${src}`))
    .filter((src) => !isOnHosts(new URL(src), own))
    .filter((src) => !hosts.some((pattern) => patternFit(new URL(src), pattern) > 0));
  return [...new Set(foreign)];
}

/** Cookies that a script can see and no tracker of the configuration declares. */
export function undeclaredCookies(cookies: string, config: ConsentConfig): string[] {
  const patterns = config.trackers
    .flatMap((tracker) => tracker.cookies ?? [])
    .filter(({ storage }) => storage === 'cookie')
    .map(namePattern);
  const own = [config.cookie.name, SIMULATION_COOKIE];
  return cookies
    .split(/; */)
    .map((pair) => pair.split('=')[0]!)
    .filter((name) => name && !own.includes(name) && !patterns.some((pattern) => pattern.test(name)));
}

function nameOf(script: HTMLScriptElement): string {
  return script.src || `“${script.text.trim().replace(/\s+/g, ' ').slice(0, 60)}”`;
}

/** Keys that the page's markup waits for and its configuration does not know: what waits for them waits for ever. */
export function unknownCategories(page: ParentNode, known: readonly string[]): string[] {
  return [...new Set(expressionsIn(page).flatMap(keysOf))].filter((key) => !known.includes(key));
}

/** Also what stands in closed gates, which is in templates, or in scripts of data. */
function expressionsIn(part: ParentNode): unknown[] {
  const declared = [...part.querySelectorAll<HTMLElement>('[data-consent-category]')].map(({ dataset }) =>
    dataset.consentCategory?.startsWith('{') ? parsed(dataset.consentCategory) : dataset.consentCategory,
  );
  const islands = [...part.querySelectorAll('astro-island[client=consent]')].map(
    (island) => (parsed(island.getAttribute('opts')) as { value?: unknown } | null)?.value,
  );
  const held = [...part.querySelectorAll<Held>(HELD)].flatMap((one) => expressionsIn(contentOf(one)));
  return [...declared, ...islands, ...held];
}

type Held = HTMLTemplateElement | HTMLScriptElement;
const HELD = 'template,script[type="application/json"][data-consent-text]';

function contentOf(held: Held): DocumentFragment {
  if (held instanceof HTMLTemplateElement) return held.content;
  const template = document.createElement('template');
  template.innerHTML = String(parsed(held.text));
  return template.content;
}

/** Every key of an expression, also one that it asks to be without; none of what is malformed. */
function keysOf(expr: unknown): string[] {
  if (typeof expr === 'string') return [expr];
  return expr && typeof expr === 'object' ? Object.values(expr).flatMap(keysOf) : [];
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return null;
  }
}
