import { withPart } from './parts.ts';
import { sendForm } from './send-form.ts';
import { withTexts } from './texts.ts';

/**
 * Opens the preferences once all is there that they show; script, look and texts are fetched side by side. Without look
 * or texts they open with what is known, and without the script their page does: a grant can be withdrawn all the same.
 */
export function openPreferences(opener?: Element): void {
  const show = () =>
    withPart(
      'preferences',
      (open) => open(opener),
      () => opener && sendForm(opener),
    );
  // The banner brings the look of all that is ours along; a page without one lacks it.
  const dressed = (use: () => void) =>
    document.querySelector('[data-consent-banner] > style')
      ? use()
      : withPart(
          'tokens',
          (dress) => {
            dress();
            use();
          },
          use,
        );
  withTexts(() => dressed(show));
  withPart('preferences', () => {});
  dressed(() => {});
}
