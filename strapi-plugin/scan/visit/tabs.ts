/** The tabs of a visit. What a page opens beside them is closed: what it would load is not part of the visit. */
import type { BrowserContext, Dialog, Page } from 'playwright-core';
import { LIMITS } from '../limits';

export interface Tabs {
  open(): Promise<Page>;
  /** Pages have opened more windows than a visit closes. */
  exceeded(): boolean;
}

export function watchTabs(context: BrowserContext): Tabs {
  const own = new Set<Page>();
  let opening: Promise<unknown> = Promise.resolve();
  let windows = 0;
  context.on('page', (page) => {
    // Whether it is one of ours is known once what was asked for has been answered.
    void opening.then(() => {
      if (own.has(page)) return;
      windows++;
      close(page);
    });
  });
  return {
    async open() {
      const opened = context.newPage();
      const known = opened.then(
        (page) => own.add(page),
        () => undefined,
      );
      opening = Promise.all([opening, known]);
      const page = await opened;
      page.on('dialog', answer);
      return page;
    },
    exceeded: () => windows > LIMITS.windows,
  };
}

/** Never waited for: a page that is busy, or still loads, may take for ever to close. */
export function close(page: Page): void {
  void page.close().catch(() => {});
}

/** A question is answered with no; but whether to leave the page with yes, or the visit would not go on. */
function answer(dialog: Dialog): void {
  const answered = dialog.type() === 'beforeunload' ? dialog.accept() : dialog.dismiss();
  void answered.catch(() => {});
}
