import type { ConsentStore } from '@permesso/consent-core';
import css from '../../components/reload.css?inline';
import { reloadNotice } from '../ui/reload-notice.ts';
import { toDom } from './dom.ts';
import { inputOf } from './preferences-input.ts';
import { styleSheet } from './sheet.ts';

const dress = styleSheet(css);

/** The preferences close with every decision; what a revocation leaves running is said on the page itself. */
export function offerReload(store: ConsentStore): void {
  document.querySelector('[data-consent-reload]')?.remove();
  if (!store.getState().needsReload) return;
  const input = inputOf(document.querySelector('dialog[data-consent-preferences]'));
  if (!input) return;
  dress();
  const notice = toDom(reloadNotice(input)) as HTMLElement;
  notice.querySelector('[value=close]')?.addEventListener('click', () => notice.remove());
  document.body.append(notice);
}
