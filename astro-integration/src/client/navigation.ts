import type { PagePayload } from '../head/payload.ts';
import { page } from './page.ts';
import { withPart } from './parts.ts';

/** Follows client-side navigation: the attributes stay, and a configuration that differs is judged anew. */
export function attachNavigation(): void {
  document.addEventListener('astro:before-preparation', (event) => {
    const preparation = event as Event & { loader(): Promise<void>; formData?: FormData };
    const { loader, formData } = preparation;
    preparation.loader = async () => {
      let asked: string | undefined;
      // Decided while the page was under way: what it was sent with would load, for all that is withdrawn by now (I5).
      do {
        asked = stored();
        await loader();
      } while (stored() !== asked && !formData);
    };
  });
  document.addEventListener('astro:before-swap', (event) => {
    carryOver((event as Event & { newDocument: Document }).newDocument);
  });
  document.addEventListener('astro:after-swap', () => {
    const payload: PagePayload | null = JSON.parse(
      document.querySelector('script[data-consent-config]')?.textContent ?? 'null',
    );
    const current = page().facts?.payload.key;
    // A page that does not know its visitor has the shorter key, and is not believed against one that does.
    if (payload && !current?.startsWith(payload.key)) withPart('store', ({ follow }) => follow(payload));
  });
}

/** Carries the attributes of `<html>` over to the page that is about to show: the router would wipe them. */
function carryOver(next: Document): void {
  for (const { name, value } of document.documentElement.attributes) {
    if (name.startsWith('data-consent')) next.documentElement.setAttribute(name, value);
  }
}

/** The consent cookie's text; it is compared, not read. As text, since an element named `cookie` may stand there. */
const stored = () => `${document.cookie}`.split(`${page().facts?.payload.head.name}=`)[1]?.split(';')[0];
