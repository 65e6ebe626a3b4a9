import type { Declared } from '../declared';
import { LIMITS } from '../limits';
import type { Identities } from '../naming/identity';
import { PICTURED_RULES } from '../rules';
import { screenshot } from './screenshot';
import type { Visitor } from './visitor';

/** From 0 to 100: one shall recognise the page, and eight of them shall be sent. */
const QUALITY = 30;

/**
 * Takes a picture of the page that was just looked at, where something is seen on it for the first time in this visit that will
 * be a finding. The rules themselves say so, of what this visit has seen.
 */
export async function pictureFindings(
  { page, record }: Visitor,
  { site, declared, identities }: { site: string; declared: Declared | null; identities: Identities },
): Promise<void> {
  const address = record.pages.at(-1);
  const hasPicture = record.pictures.some((picture) => picture.page === address);
  if (address === undefined || hasPicture || record.pictures.length >= LIMITS.pictures) return;
  const observations = { site, declared, visits: [record], banner: null };
  const isFound = PICTURED_RULES.some((rule) =>
    rule.find(observations, identities).some(({ evidence: [first] }) => first?.page === address),
  );
  const data = isFound ? await screenshot(page, QUALITY) : null;
  if (data) record.pictures.push({ page: address, data });
}
