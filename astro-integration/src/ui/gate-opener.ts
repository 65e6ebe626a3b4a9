import opener from 'virtual:consent/gate-opener';

/**
 * Stands before the first open gate of a page. The same bytes everywhere, as a Content-Security-Policy allows them by
 * their hash.
 */
export const gateOpenerScript: string = opener;
