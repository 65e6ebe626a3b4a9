import { type ConsentConfig, ledger, namePattern } from '@permesso/consent-core';
import { SIMULATION_COOKIE } from './simulation.ts';

const EXECUTABLE = /^(|module|text\/javascript|application\/javascript)$/;

/** What runs before the head snippet; modules wait for the parser, so they never do. */
export function earlyScripts(page: Document): string[] {
  const snippet = page.querySelector('script[data-consent-mode]');
  if (!snippet) return [];
  return [...page.querySelectorAll('script')]
    .filter((script) => EXECUTABLE.test(script.type) && script.type !== 'module')
    .filter((script) => script.compareDocumentPosition(snippet) & Node.DOCUMENT_POSITION_FOLLOWING)
    .map(nameOf);
}

/**
 * Scripts, frames and images from elsewhere that no tracker of the configuration and no markup for consent accounts
 * for: they were there for everybody.
 */
export function undeclaredRequests(page: Document, config: ConsentConfig): string[] {
  const declared = new Set(
    config.trackers.flatMap(({ loader }) => (loader?.src ? [new URL(loader.src, page.baseURI).href] : [])),
  );
  const found = page.querySelectorAll<HTMLScriptElement | HTMLIFrameElement | HTMLImageElement>(
    'script[src], iframe[src], img[src]',
  );
  const foreign = [...found]
    .filter((part) => !part.closest('[data-consent-tracker],[data-consent-category],astro-dev-toolbar'))
    .filter(({ src }) => /^https?:/.test(src) && new URL(src).origin !== new URL(page.baseURI).origin)
    .filter(({ src }) => !declared.has(src) && !ledger().has(`src:${src}`));
  return [...new Set(foreign.map(({ src }) => src))];
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
