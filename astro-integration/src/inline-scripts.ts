import opener from 'virtual:consent/gate-opener';
import snippet from 'virtual:consent/snippet';

/* What stands in pages as text: the same bytes everywhere, as a Content-Security-Policy allows them by their hash. */

/** The text of the head snippet. */
export const snippetText: string = snippet;

/** Stands before the first open gate of a page. */
export const gateOpenerScript: string = opener;
