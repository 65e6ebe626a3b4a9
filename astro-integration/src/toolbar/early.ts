/**
 * In dev, on every page: says so when the head snippet is missing, or something runs before it. What runs first may
 * track before consent is judged, and Consent Mode defaults that come late are ignored.
 */
import { earlyScripts } from './page-scripts.ts';
import { EARLY_SCRIPT } from './setup-names.ts';

const snippet = document.querySelector('script[data-consent-mode]');
const early = earlyScripts(document);
const message = snippet
  ? `${early.length} script(s) run before the consent snippet, the first being ${early[0]}. Move <ConsentHead /> to the very start of <head>.`
  : 'The consent snippet is missing: nothing is granted. Place <ConsentHead /> first in <head>, or set head: "auto".';

if (!snippet || early.length > 0) {
  console.warn(`[consent] ${message}`);
  (import.meta as { hot?: { send(event: string, payload: unknown): void } }).hot?.send(EARLY_SCRIPT, {
    path: location.pathname,
    message,
  });
}
