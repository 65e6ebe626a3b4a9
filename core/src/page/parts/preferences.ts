import { attachCleanup } from '../cleanup.ts';
import { withContent } from '../config-content.ts';
import { page } from '../page-state.ts';
import { openPreferences } from '../preferences-dialog.ts';
import { offerReload } from '../reload-offer.ts';

/** The dialog in which visitors decide by category, and what follows when they revoke a grant. */
page().parts.preferences ??= {
  openPreferences,
  offerReload,
  attachCleanup(store, granted) {
    const whenKnown = (use: () => void) =>
      withContent(() => {
        // Where it did not come a later page does it.
        if (!page().facts?.payload.content) use();
      });
    attachCleanup(store, whenKnown, granted);
  },
};

// Whatever for it was loaded: texts and trackers are needed with it.
withContent(() => {});
