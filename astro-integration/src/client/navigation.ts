/** Tells the page's runtime of client-side navigation; the build brings it along with Astro's router, wherever that is used. */
import { arriveAtPage, leavePage, preparePage } from '@permesso/consent-core/page';

interface Preparation extends Event {
  loader(): Promise<void>;
  newDocument: Document;
  formData?: FormData;
}

document.addEventListener('astro:before-preparation', (event) => {
  const preparation = event as Preparation;
  const { loader, formData } = preparation;
  preparation.loader = () =>
    preparePage(
      loader,
      () => preparation.newDocument,
      formData !== undefined,
      // Astro loads the page as without its router then.
      () => preparation.preventDefault(),
    );
});
document.addEventListener('astro:before-swap', (event) =>
  leavePage((event as Event & { newDocument: Document }).newDocument),
);
document.addEventListener('astro:after-swap', () => void arriveAtPage());
