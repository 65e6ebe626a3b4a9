import type { ConsentStore } from '@permesso/consent-core';
import { page } from './page.ts';
import { withPart } from './parts.ts';

let asking: Promise<void> | undefined;

/** Goes on when the configuration says all that it has to say, or when it was asked for and did not come. */
export function withTexts(store: ConsentStore, use: () => void): void {
  const { facts, store: own } = page();
  if (!facts?.payload.brief || store !== own) {
    use();
    return;
  }
  asking ??= new Promise<void>((resolve) => {
    withPart('store', ({ askConfig }) => void askConfig(store).then(resolve));
  }).finally(() => {
    asking = undefined;
  });
  void asking.then(use);
}
