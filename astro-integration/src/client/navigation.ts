/** Tells the page's runtime of client-side navigation; the build brings it along with Astro's router, wherever that is used. */
import { arriveAtPage, leavePage, markScripts, preparePage } from '@permesso/consent-core/page';

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
      async () => {
        await loader();
        markIslands(preparation.newDocument);
      },
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

markScripts(({ dataset }) => {
  dataset.astroExec = '';
});

/** Those that wait for consent; their directive, which marks them else, runs no sooner than they are in the page. */
function markIslands(page: Document): void {
  for (const island of page.querySelectorAll<HTMLElement>('astro-island[client=consent]'))
    island.dataset.consentWait = '';
}
