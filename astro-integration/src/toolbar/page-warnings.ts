/**
 * In dev, on every page: says so when the head snippet is missing, or something runs before it. What runs first may
 * track before consent is judged, and Consent Mode defaults that come late are ignored. Says so too when the page waits
 * for a category or a service that there is not.
 */
import { page } from '@permesso/consent-core/page';
import { earlyScripts, unknownCategories } from './page-findings.ts';
import { PAGE_WARNING } from './simulation.ts';

const snippet = document.querySelector('script[data-consent-mode]');
const early = earlyScripts(document);

if (!snippet || early.length > 0) {
  warn(
    snippet
      ? `${early.length} script(s) run before the consent snippet, the first being ${early[0]}. Move <ConsentHead /> to the very start of <head>.`
      : 'The consent snippet is missing: nothing is granted. Place <ConsentHead /> first in <head>, or set head: "auto".',
  );
}
nameUnknown();
document.addEventListener('astro:after-swap', nameUnknown);

function nameUnknown(): void {
  const { store, facts } = page();
  const config = store?.config ?? facts?.payload.config;
  if (!config) return;
  const known = [...config.categories.map(({ key }) => key), ...Object.keys(config.services ?? {})];
  for (const key of unknownCategories(document, known)) {
    warn(
      `No category and no service has the key "${key}": what waits for it stays closed. Write one of ${known.join(', ')}, or add it.`,
    );
  }
}

/** In the console, and in the terminal of the dev server. */
function warn(message: string): void {
  console.warn(`[consent] ${message}`);
  (import.meta as { hot?: { send(event: string, payload: unknown): void } }).hot?.send(PAGE_WARNING, {
    path: location.pathname,
    message,
  });
}
