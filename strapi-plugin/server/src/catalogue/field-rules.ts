import type { Core } from '@strapi/strapi';
import type { z } from 'zod';
import { CATEGORY_FIELDS, TRACKER_FIELDS } from '../content/catalogue-fields';
import { LEGAL_PAGE_FIELDS } from '../content/legal-page-fields';
import { PROCESSOR_FIELDS } from '../content/processor-fields';
import { SETTING_TEXTS, SHARED_SETTINGS } from '../content/setting-fields';
import { checksOf } from '../content/stored-field';
import { invalidInput, parseInput } from '../http/invalid-input';
import { UIDS } from '../uids';

/** Fields whose form Strapi's schemas cannot express: JSON, and addresses that a visitor's browser will open. */
const FIELDS: Record<string, z.ZodType> = {
  [UIDS.category]: checksOf(CATEGORY_FIELDS),
  [UIDS.tracker]: checksOf(TRACKER_FIELDS),
  [UIDS.processor]: checksOf(PROCESSOR_FIELDS),
  [UIDS.setting]: checksOf({ ...SHARED_SETTINGS, ...SETTING_TEXTS }),
  [UIDS.legalPage]: checksOf(LEGAL_PAGE_FIELDS),
};

/** What the fields of a content type must be beyond Strapi's own schema. */
export const fieldRule = (uid: string): z.ZodType | undefined => FIELDS[uid];

/** Refuses a write whose fields have another form than the rules above, with the path of each wrong value. */
export function guardFields(strapi: Core.Strapi): void {
  strapi.documents.use(async (context, next) => {
    const rule = FIELDS[context.uid];
    if (!rule) return next();
    const { data } = context.params as { data?: unknown };
    refuseNul(data);
    if (data && typeof data === 'object') parseInput(rule, data);
    return next();
  });
}

function refuseNul(data: unknown): void {
  const path = pathOfNul(data);
  if (path) throw invalidInput([{ path, message: NUL_REFUSED }]);
}

export const NUL_REFUSED = 'must not hold a NUL character';

interface Place {
  value: unknown;
  name: PropertyKey;
  within: Place | null;
}

/**
 * Where a NUL character stands: one anywhere, and every site would refuse the whole config (C1). What a caller hands
 * over may be nested without end.
 */
export function pathOfNul(data: unknown): PropertyKey[] | null {
  const seen = new Set<unknown>();
  const places: Place[] = [{ value: data, name: '', within: null }];
  for (const place of places) {
    const { value } = place;
    if (typeof value === 'string' && value.includes('\0')) return pathTo(place);
    if (typeof value !== 'object' || value === null || seen.has(value)) continue;
    seen.add(value);
    for (const [name, inner] of Object.entries(value)) places.push({ value: inner, name, within: place });
  }
  return null;
}

function pathTo(place: Place): PropertyKey[] {
  const path: PropertyKey[] = [];
  for (let one = place; one.within; one = one.within) path.unshift(one.name);
  return path;
}
