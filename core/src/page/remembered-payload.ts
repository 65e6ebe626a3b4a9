import type { PagePayload } from '../contract/payload.ts';

/** How long what a site answered counts without being asked again, in milliseconds: as long as shared caches keep it (K). */
const FRESH = 300_000;

/** No page knows yet how the cookie is named where all that it has is the address of a CMS. */
const KEY = 'permesso:config';

/**
 * Keeps what was answered for this visitor: the next pages of this tab that are the same for all are judged by it, and need
 * neither ask nor wait.
 */
export function rememberPayload(payload: PagePayload): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ ...payload, at: Date.now() }));
  } catch {
    // Storage is denied: each page waits for its own answer.
  }
}

/** What was answered at the address where this page would ask; nothing where it knows its visitor. */
export function rememberedPayload(payload: PagePayload): PagePayload | undefined {
  try {
    const remembered: PagePayload = JSON.parse(sessionStorage.getItem(KEY)!);
    if (payload.source && remembered.asked === payload.source) return remembered;
  } catch {
    // Storage is denied, or somebody else wrote there.
  }
}

/** Whether it was answered too long ago to count until the next page. */
export const isOutdated = ({ at }: PagePayload): boolean => at !== undefined && Date.now() - at > FRESH;
