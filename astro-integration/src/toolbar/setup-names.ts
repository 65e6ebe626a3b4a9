/** Sent to the dev server by a page in which something runs before the head snippet. */
export const EARLY_SCRIPT = 'consent:early-script';
