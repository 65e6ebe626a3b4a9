/** The script of the head: the same bytes on every page. What differs stands before it, as inert JSON. */
import { runInHead } from './run-in-head.ts';

export * from './head-code.ts';

const own = document.querySelector<HTMLElement>('[data-consent-files]');

runInHead(own!.dataset.consentFiles!, () =>
  JSON.parse(document.querySelector('[data-consent-config]')!.textContent!),
);
