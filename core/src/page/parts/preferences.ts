import { attachCleanup } from '../cleanup.ts';
import type { Parts } from '../page-state.ts';
import { openPreferences } from '../preferences-dialog.ts';
import { offerReload } from '../reload-offer.ts';

/** The dialog in which visitors decide by category, and what follows when they revoke a grant. */
export const part: Parts['preferences'] = { openPreferences, offerReload, attachCleanup };
