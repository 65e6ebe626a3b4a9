import { CONSENT_MODELS, type ConsentModel } from './values.ts';

/**
 * What the site's server states with what it hands over to the CMS, signed with a secret that both know. So the CMS can
 * tell where a visitor is by the word of the site, and not of whoever sent the request.
 */
export interface SiteStatement {
  /** When it was signed, in seconds since 1970. */
  at: number;
  /** Upper-case ISO 3166-1 alpha-2 code; null where the site does not know it. */
  country: string | null;
  /** Sub-division such as `CA` or `US-CA`. */
  region: string | null;
  /** The model that the visitor was asked under; null where the site leaves it to the CMS. */
  model: ConsentModel | null;
  /** SHA-256 of how the choice was presented, as 64 hex digits. */
  presentation: string | null;
}

/** Holds the statement, as `t=1790000000;country=US;region=US-CA;model=opt-out`. */
export const SITE_STATEMENT_HEADER = 'consent-site-statement';
/** Holds the HMAC-SHA256 of `signedText`, as 64 hex digits. */
export const SITE_SIGNATURE_HEADER = 'consent-site-signature';

/** How far the clocks of site and CMS may be apart, and how long a statement holds, in seconds. */
export const STATEMENT_SECONDS = 300;

/** The shortest secret that is taken, in characters. */
export const SECRET_LENGTH = 32;

/** What a request that is signed brings: a signature of one is none of the other. */
export type SignedPurpose = 'record' | 'presentation' | 'impressions';

const VALUES: Record<string, RegExp> = {
  t: /^\d{1,12}$/,
  country: /^[A-Z]{2}$/,
  region: /^([A-Z]{2}-)?[A-Z\d]{1,3}$/,
  model: new RegExp(`^(${CONSENT_MODELS.join('|')})$`),
  presentation: /^[\da-f]{64}$/,
};

/** What is null, or no value of its kind, is left out. */
export function writeSiteStatement({ at, country, region, model, presentation }: SiteStatement): string {
  const values = { t: String(at), country, region: region?.toUpperCase(), model, presentation };
  return Object.entries(values)
    .filter(([name, value]) => value && VALUES[name]?.test(value))
    .map(([name, value]) => `${name}=${value}`)
    .join(';');
}

/** Null for a text that is no statement: an unknown name, one twice, a value of another kind, or no time. */
export function readSiteStatement(text: string): SiteStatement | null {
  const values = new Map<string, string>();
  for (const part of text.split(';')) {
    const [name = '', value = '', more] = part.split('=');
    if (more !== undefined || values.has(name)) return null;
    if (!Object.hasOwn(VALUES, name) || !VALUES[name]?.test(value)) return null;
    values.set(name, value);
  }
  const at = values.get('t');
  if (at === undefined) return null;
  return {
    at: Number(at),
    country: values.get('country') ?? null,
    region: values.get('region') ?? null,
    model: (values.get('model') as ConsentModel | undefined) ?? null,
    presentation: values.get('presentation') ?? null,
  };
}

/**
 * What the signature is of.
 *
 * @param statement the header, letter for letter
 * @param body of the request, letter for letter
 */
export const signedText = (purpose: SignedPurpose, statement: string, body: string): string =>
  `permesso/site/v1 ${purpose}\n${statement}\n${body}`;
