import type { attachCleanup } from '@permesso/consent-core';
import type { attachAdapted } from './adapted.ts';
import type { act } from './answer.ts';
import type { askTexts } from './ask-texts.ts';
import type { mountBanner } from './banner.ts';
import type { adoptConfig, askConfig } from './config.ts';
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
 * Uses a part: in the same task where the page has it already, else when it has come. By a script element rather than
 * `import()`: bundlers wrap each of those in a loader of their own, which every visitor would pay for.
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
  const script = document.createElement('script');
  script.type = 'module';
  script.src = urls[name]!;
  script.onload = () => (name in parts ? use(parts[name]!) : lost?.());
  if (lost) script.onerror = lost;
  document.head.append(script);
}
