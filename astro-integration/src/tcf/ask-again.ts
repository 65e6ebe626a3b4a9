import { page, withContent, withPart } from '@permesso/consent-core/page';
import { consent } from '../client/index.ts';

const DIALOGS = 'dialog[data-consent-preferences][consent-own]';

/**
 * Shows the banner to somebody who has decided. The server has written none for them: then the page makes it, as it does where no server
 * writes any.
 */
export function askAgain(): void {
  const show = () => consent.open('banner');
  if (document.querySelector('[data-consent-banner]')) {
    show();
    return;
  }
  const placed = document.querySelector(DIALOGS);
  withContent(() =>
    withPart('interface', async ({ makeInterface }) => {
      await makeInterface(page().store ?? consent, document.documentElement.lang);
      // It makes the dialog of the preferences, too, and one was there.
      if (placed)
        for (const dialog of document.querySelectorAll(DIALOGS)) if (dialog !== placed) dialog.remove();
      show();
    }),
  );
}
