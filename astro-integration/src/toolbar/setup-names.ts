/** Sent to the dev server by a page in which something runs before the head snippet. */
export const EARLY_SCRIPT = 'consent:early-script';

/** Sent by a page whose markup waits for a category that its configuration does not know. */
export const UNKNOWN_CATEGORY = 'consent:unknown-category';
