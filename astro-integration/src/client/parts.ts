import type { attachCleanup } from '@permesso/consent-core';
import type { attachAdapted } from './adapted.ts';
import type { act } from './answer.ts';
import type { askTexts } from './ask-texts.ts';
import type { mountBanner } from './banner.ts';
import type { adoptConfig, askConfig } from './config.ts';
import type { isConfig } from './config-check.ts';
import type { attachMarkup } from './markup.ts';
import { page } from './page.ts';
import type { openPreferences } from './preferences.ts';
import type { sendRecords } from './records.ts';
import type { offerReload } from './reload.ts';
import type { attachBanner } from './shown.ts';
import type { follow, pageStore } from './store.ts';

/** What a page loads only when it has a use for it. */
export interface Parts {
  store: {
    pageStore: typeof pageStore;
    follow: typeof follow;
    askConfig: typeof askConfig;
    adoptConfig: typeof adoptConfig;
    act(control: HTMLElement): void;
  };
  answer: { act: typeof act; attachBanner: typeof attachBanner };
  banner: typeof mountBanner;
  check: typeof isConfig;
  preferences: typeof openPreferences;
  tokens(): void;
  texts: typeof askTexts;
  reload: typeof offerReload;
  markup: typeof attachMarkup;
  records: typeof sendRecords;
  cleanup: typeof attachCleanup;
  adapters: typeof attachAdapted;
}

/**
 * Uses a part: in the same task where the page has it already, else when it has come. A module needs neither a nonce nor
 * Trusted Types, and its address is a variable, so that no bundler wraps the import in a loader of its own.
 *
 * @param lost is called where it does not come, or comes empty, as a blocker of its name answers
 */
export function withPart<Name extends keyof Parts>(
  name: Name,
  use: (part: Parts[Name]) => void,
  lost?: () => void,
): void {
  const { parts, urls } = page();
  const present = parts[name];
  if (present) {
    use(present);
    return;
  }
  import(/* @vite-ignore */ urls[name]!).then(
    () => (name in parts ? use(parts[name]!) : lost?.()),
    () => lost?.(),
  );
}
