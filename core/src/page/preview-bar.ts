import { REMEMBERED } from '../contract/payload.ts';
import { type Element, toDom } from '../ui/markup.ts';
import { momentIn } from '../ui/preview-bar.ts';
import { previewStyle } from '../ui/styles.ts';
import { page } from './page-state.ts';
import { styleSheet } from './style-sheet.ts';

const dress = styleSheet(previewStyle);

/** Has every page of a preview say that it is one, also where its layout has no place for a banner. */
export function keepPreviewBar(): void {
  forgetVisitor();
  const { listeners } = page();
  const keep = () => {
    const bar = page().facts?.payload.config?.preview?.bar;
    if (!bar) return;
    dress();
    const shown = document.querySelector<HTMLElement>('[data-consent-preview]');
    const element = shown ?? (toDom(bar as Element) as HTMLElement);
    if (!shown) document.body.prepend(element);
    complete(element);
  };
  keep();
  listeners.add(keep);
}

/** The times of whoever looks, and room above the page. */
function complete(bar: HTMLElement): void {
  if (bar.dataset.complete) return;
  bar.dataset.complete = 'true';
  const time = bar.querySelector('time');
  if (time) time.textContent = momentIn(bar.lang || document.documentElement.lang || 'en', time.dateTime);
  const { style } = document.documentElement;
  const measure = new ResizeObserver(([entry]) => {
    if (bar.isConnected) {
      style.setProperty('--pc-preview-size', `${Math.ceil(entry!.borderBoxSize[0]!.blockSize)}px`);
      return;
    }
    // Gone with a page that client-side navigation has replaced.
    measure.disconnect();
  });
  measure.observe(bar);
}

/** What the tab remembers is of an ordinary visit. */
function forgetVisitor(): void {
  try {
    sessionStorage.removeItem(REMEMBERED);
  } catch {
    // Storage is denied: nothing is remembered.
  }
}
