import { toDom } from '../ui/markup.ts';
import { reloadNotice } from '../ui/preferences-form.ts';
import { reloadStyle } from '../ui/styles.ts';
import { inputOf, withTexts } from './preferences-dialog.ts';
import type { ConsentStore } from './store.ts';
import { styleSheet } from './style-sheet.ts';

const dress = styleSheet(reloadStyle);

/** What a revocation leaves running is said on the page itself, wherever it was made: banner and preferences close with it. */
export function offerReload(store: ConsentStore): void {
  withTexts(() => showOffer(store));
}

function showOffer(store: ConsentStore): void {
  document.querySelector('[data-consent-reload]')?.remove();
  if (!store.getState().needsReload) return;
  const dialog = document.querySelector<HTMLDialogElement>('dialog[data-consent-preferences]');
  const input = inputOf(dialog);
  if (!input) return;
  dress();
  const notice = toDom(reloadNotice(input)) as HTMLElement;
  if (dialog?.dir) notice.dir = dialog.dir;
  const words = [...notice.childNodes];
  notice.replaceChildren();
  document.body.append(notice);
  serve(notice);
  // A live region is announced when something is put into it, not when it comes with its words (ARIA22).
  requestAnimationFrame(() => notice.append(...words));
}

/** Keeps the notice off what has the focus, and gives the focus back when it closes. */
function serve(notice: HTMLElement): void {
  const { style } = document.documentElement;
  let before = document.activeElement;
  const clear = () => {
    const { activeElement } = document;
    if (!activeElement || activeElement === document.body || notice.contains(activeElement)) return;
    const { left, top, width, height } = activeElement.getBoundingClientRect();
    if (notice.contains(document.elementFromPoint(left + width / 2, top + height / 2)))
      notice.dataset.edge = notice.dataset.edge ? '' : 'end';
  };
  const follow = ({ target }: FocusEvent) => {
    if (!(target instanceof Element) || notice.contains(target)) return;
    before = target;
    // By then the browser has scrolled to it.
    requestAnimationFrame(clear);
  };
  const measure = new ResizeObserver(([entry]) => {
    if (notice.isConnected) {
      style.setProperty('--pc-reload-size', `${Math.ceil(entry!.borderBoxSize[0]!.blockSize)}px`);
      clear();
      return;
    }
    // Closed, or gone with a page that client-side navigation has replaced.
    style.removeProperty('--pc-reload-size');
    document.removeEventListener('focusin', follow);
    measure.disconnect();
  });
  measure.observe(notice);
  document.addEventListener('focusin', follow);
  notice.addEventListener('click', ({ target }) => {
    if (!(target as Element).closest('[value=close]')) return;
    notice.remove();
    const shown =
      before instanceof HTMLElement && before !== document.body && before.getClientRects().length > 0;
    const heir = shown ? before : document.querySelector('[data-consent-manage]');
    (heir as HTMLElement | null)?.focus();
  });
}
