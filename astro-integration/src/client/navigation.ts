import type { PagePayload } from '@permesso/consent-core';
import { tellPage } from './adopt.ts';
import { page } from './page.ts';
import { withPart } from './parts.ts';
import { storedCookie } from './stored-cookie.ts';
import { WAITING_MARKUP } from './trackers.ts';

interface Preparation extends Event {
  loader(): Promise<void>;
  newDocument: Document;
  formData?: FormData;
}

/** Follows client-side navigation: the attributes stay, and a page is judged by its own configuration before it shows. */
export function attachNavigation(): void {
  document.addEventListener('astro:before-preparation', (event) => {
    const preparation = event as Preparation;
    const { loader, formData } = preparation;
    preparation.loader = async () => {
      let asked: string | undefined;
      // Decided while the page was under way: what the site itself asked on the server would be as old as that (I5).
      do {
        asked = storedCookie();
        await loader();
      } while (storedCookie() !== asked && !formData);
      await prepare(preparation.newDocument);
    };
  });
  document.addEventListener('astro:before-swap', (event) => {
    carryOver((event as Event & { newDocument: Document }).newDocument);
  });
  // Where somebody else has loaded the page in their own way.
  document.addEventListener('astro:after-swap', () => void judge(document));
}

/** Readies the page that is about to show for its markup to be opened, or not, as it is put in place. */
async function prepare(next: Document): Promise<void> {
  await judge(next);
  if (!next.querySelector(WAITING_MARKUP)) return;
  await new Promise<void>((resolve) => withPart('markup', () => resolve(), resolve));
}

/** Judges by a page's own configuration where that differs from the present one. */
async function judge({ head }: Document): Promise<void> {
  const payload: PagePayload | null = JSON.parse(
    head.querySelector('script[data-consent-config]')?.textContent ?? 'null',
  );
  const { facts } = page();
  // A page that does not know its visitor has the shorter key, and is not believed against one that does.
  if (!payload || facts?.payload.key.startsWith(payload.key)) return;
  await new Promise<void>((resolve) => {
    const withhold = () => {
      if (facts) facts.judged.decisions = {};
      tellPage();
      resolve();
    };
    withPart('store', ({ follow }) => void follow(payload).then(resolve), withhold);
  });
}

/** Carries the attributes of `<html>` over to the page that is about to show: the router would wipe them. */
function carryOver(next: Document): void {
  for (const { name, value } of document.documentElement.attributes) {
    if (name.startsWith('data-consent')) next.documentElement.setAttribute(name, value);
  }
}
