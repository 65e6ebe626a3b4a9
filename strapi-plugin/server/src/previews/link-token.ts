import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { PREVIEW_TOKEN, type PreviewTerms } from '@permesso/consent-core';
import { z } from 'zod';

export const shownSchema = z.union([
  z.literal('draft'),
  z.strictObject({ release: z.int().min(1) }),
  z.strictObject({ plan: z.string() }),
]);

/** What a link shows: all that waits, a release by its number, or the one that is planned, by its id. */
export type Shown = z.infer<typeof shownSchema>;

/** What a link says: what is shown, how the site is to be seen, and from when until when it may be. */
export interface PreviewLink extends Omit<PreviewTerms, 'until'> {
  /** By which the audit trail knows it; it opens nothing. */
  id: string;
  shows: Shown;
  from: Date;
  until: Date;
}

const saidSchema = z.strictObject({
  v: z.literal(2),
  id: z.string(),
  shows: shownSchema,
  /** Milliseconds since 1970. */
  from: z.int(),
  until: z.int(),
  place: z.string().nullable(),
  locale: z.string().nullable(),
  gpc: z.boolean(),
});

/** What an order says of a link. */
export type LinkTerms = Pick<PreviewLink, 'shows' | 'place' | 'locale' | 'gpc'>;

export const newLink = (terms: LinkTerms, from: Date, seconds: number): PreviewLink => ({
  ...terms,
  id: randomUUID(),
  from,
  until: new Date(from.getTime() + seconds * 1000),
});

/** @param secret what all instances have in common, and nobody else. */
export function writeToken(link: PreviewLink, secret: string): string {
  const { id, shows, from, until, place, locale, gpc } = link;
  const said = { v: 2, id, shows, from: from.getTime(), until: until.getTime(), place, locale, gpc };
  const text = Buffer.from(JSON.stringify(said)).toString('base64url');
  return `${text}.${signatureOf(text, secret).toString('base64url')}`;
}

/** What a token says; null for one that was not written with this secret. Whether it still holds is another question. */
export function readToken(token: string, secret: string): PreviewLink | null {
  if (!PREVIEW_TOKEN.test(token)) return null;
  const [text = '', signature = ''] = token.split('.');
  const given = Buffer.from(signature, 'base64url');
  const right = signatureOf(text, secret);
  if (given.length !== right.length || !timingSafeEqual(given, right)) return null;
  // What an earlier version of the plugin wrote is none either.
  const said = saidSchema.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString()));
  if (!said.success) return null;
  const { v: _, from, until, ...link } = said.data;
  return { ...link, from: new Date(from), until: new Date(until) };
}

/** By a key of its own, so that nothing which the secret signs elsewhere is a link. */
function signatureOf(text: string, secret: string): Buffer {
  const key = createHmac('sha256', secret).update('consent: preview links').digest();
  return createHmac('sha256', key).update(text).digest();
}
