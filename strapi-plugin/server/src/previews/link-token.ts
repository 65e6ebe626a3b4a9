import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { PREVIEW_TOKEN, type PreviewTerms } from '@permesso/consent-core';
import { z } from 'zod';

/** What a link says: how the site is to be seen, and from when until when it may be. */
export interface PreviewLink extends Omit<PreviewTerms, 'until'> {
  /** By which the audit trail knows it; it opens nothing. */
  id: string;
  from: Date;
  until: Date;
}

const saidSchema = z.strictObject({
  v: z.literal(1),
  id: z.string(),
  /** Milliseconds since 1970. */
  from: z.int(),
  until: z.int(),
  place: z.string().nullable(),
  locale: z.string().nullable(),
  gpc: z.boolean(),
});

export const newLink = (terms: Omit<PreviewTerms, 'until'>, from: Date, seconds: number): PreviewLink => ({
  ...terms,
  id: randomUUID(),
  from,
  until: new Date(from.getTime() + seconds * 1000),
});

/** @param secret what all instances have in common, and nobody else. */
export function writeToken({ id, from, until, place, locale, gpc }: PreviewLink, secret: string): string {
  const said = { v: 1, id, from: from.getTime(), until: until.getTime(), place, locale, gpc };
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
  const {
    v: _,
    from,
    until,
    ...link
  } = saidSchema.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
  return { ...link, from: new Date(from), until: new Date(until) };
}

/** By a key of its own, so that nothing which the secret signs elsewhere is a link. */
function signatureOf(text: string, secret: string): Buffer {
  const key = createHmac('sha256', secret).update('consent: preview links').digest();
  return createHmac('sha256', key).update(text).digest();
}
