import {
  SECRET_LENGTH,
  SITE_SIGNATURE_HEADER,
  SITE_STATEMENT_HEADER,
  type SignedPurpose,
  type SiteStatement,
  signedText,
  writeSiteStatement,
} from '../contract/site-statement.ts';

/**
 * The secret that a site signs with: the first of those that are given, with spaces between them.
 *
 * @throws where it is too short to be one.
 */
export function siteSecretOf(given: string | null | undefined): string | null {
  const [secret] = given?.trim().split(/\s+/) ?? [];
  if (!secret) return null;
  if (secret.length >= SECRET_LENGTH) return secret;
  throw new Error(
    `consent: secret (CONSENT_SITE_SECRET) needs at least ${SECRET_LENGTH} characters; make one with "openssl rand -hex 32"`,
  );
}

/** The headers by which the CMS knows that this site says so, signed at this moment. */
export async function signedHeaders(
  secret: string,
  purpose: SignedPurpose,
  stated: Omit<SiteStatement, 'at'>,
  body: string,
): Promise<Record<string, string>> {
  const statement = writeSiteStatement({ ...stated, at: Math.floor(Date.now() / 1000) });
  const bytes = (text: string) => new TextEncoder().encode(text);
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytes(secret), algorithm, false, ['sign']);
  const signature = await crypto.subtle.sign('HMAC', key, bytes(signedText(purpose, statement, body)));
  return { [SITE_STATEMENT_HEADER]: statement, [SITE_SIGNATURE_HEADER]: hexOf(signature) };
}

export const hexOf = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
