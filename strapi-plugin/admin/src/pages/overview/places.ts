import type { ConsentWarning } from '../../api/contract';

/** One document, in the language in question, with all that one kind of warning finds there. */
export interface WarningPlace {
  key: string;
  /** The first of them: it leads to where all are mended. */
  warning: ConsentWarning;
  /** What exactly, once for each: a placeholder, a line. */
  details: string[];
}

/** Warnings by where they are mended: a page with twelve placeholders is one thing to look at, not twelve. */
export function placesOf(warnings: readonly ConsentWarning[]): WarningPlace[] {
  const places = new Map<string, WarningPlace>();
  for (const warning of warnings) {
    const { code, uid, documentId, locale, message, detail } = warning;
    const key = JSON.stringify([code, uid, locale, documentId ?? message]);
    const place = places.get(key) ?? { key, warning, details: [] };
    if (detail && !place.details.includes(detail)) place.details.push(detail);
    places.set(key, place);
  }
  return [...places.values()];
}
