import type { PendingConfig } from '../contract/config.ts';
import { type PagePayload, REMEMBERED } from '../contract/payload.ts';

/** How long what a site answered counts without being asked again, in milliseconds: as long as shared caches keep it (K). */
const FRESH = 300_000;

/**
 * What was answered at the address where this page would ask; nothing where it knows its visitor, or where that was too long ago:
 * since then the visitor may be elsewhere, or a law have become stricter (rule L).
 */
export function rememberedPayload(payload: PagePayload): PagePayload | undefined {
  // To ask storage holds up a page that is being read.
  if (!payload.source) return;
  try {
    const remembered: PagePayload = JSON.parse(sessionStorage.getItem(REMEMBERED)!);
    if (remembered.asked === payload.source && !isOutdated(remembered)) return remembered;
  } catch {
    // Storage is denied, or somebody else wrote there.
  }
}

/** Whether it was answered, and too long ago to count until the next page; by a clock that was put back nobody knows. */
export const isOutdated = ({ at }: PagePayload): boolean => Math.abs(Date.now() - at!) > FRESH;

/** Whether nobody knows yet that a configuration still holds: then nothing optional runs by it. */
export const isPending = (config: PendingConfig | null | undefined): boolean => config?.pending === 'config';
