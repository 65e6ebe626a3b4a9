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
    // In a preview nothing has run, and what is there is the visitor's own.
    if (page().facts?.payload.config?.preview) return;
    withContent(() => void attachCleanup(store, granted));
  },
};

// Whatever for it was loaded: texts and trackers are needed with it.
withContent(() => {});
