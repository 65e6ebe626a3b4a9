import {
  type ConsentModel,
  countryFromHeaders,
  type HeaderSource,
  regionFromHeaders,
  resolveJurisdictionModel,
} from '@permesso/consent-core';
import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { getPluginOptions } from '../options';
import { type EffectiveSettings, effectiveSettings } from '../settings/service';

/** Where a visitor is, as the proxy says, and the consent model that applies there. */
export interface Visitor {
  /** Upper-case ISO 3166-1 alpha-2 code, or null when unknown. */
  country: string | null;
  /** ISO 3166-2 as `US-CA`, or null. */
  region: string | null;
  model: ConsentModel;
}

export interface VisitorFacts {
  headers?: HeaderSource;
  country?: string | null;
  region?: string | null;
  model?: ConsentModel;
}

/** Resolves place and model; what is given explicitly wins over the headers. */
export const visitorFrom = async (strapi: Core.Strapi, facts: VisitorFacts): Promise<Visitor> =>
  visitorUnder(strapi, await effectiveSettings(strapi), facts);

/** The same where these settings hold. */
export function visitorUnder(
  strapi: Core.Strapi,
  { jurisdiction }: Pick<EffectiveSettings, 'jurisdiction'>,
  facts: VisitorFacts,
): Visitor {
  const options = getPluginOptions(strapi).jurisdiction;
  const headers = options.trustProxy ? facts.headers : undefined;
  const found = headers ? countryFromHeaders(headers, options.headers) : null;
  const country = facts.country === undefined ? found : countryCode(facts.country);
  const fromHeaders = headers && country === found ? regionFromHeaders(headers, options.regionHeaders) : null;
  const region = regionCode(country, facts.region === undefined ? fromHeaders : facts.region);
  const model = resolveJurisdictionModel({ country, region, model: facts.model, ...jurisdiction });
  return { country, region, model };
}

/** The visitor of a request. */
export const resolveVisitor = (strapi: Core.Strapi, ctx: Context): Promise<Visitor> =>
  visitorFrom(strapi, { headers: ctx.request.headers });

function countryCode(country: string | null): string | null {
  return countryFromHeaders({ country: country ?? undefined }, ['country']);
}

/** One spelling, `US-CA`, whichever of `CA`, `ca` and `US-CA` the proxy sends; null when it is of another country. */
function regionCode(country: string | null, region: string | null | undefined): string | null {
  const code = region?.trim().toUpperCase();
  if (!country || !code || !/^([A-Z]{2}-)?[A-Z0-9]{1,3}$/.test(code)) return null;
  if (!code.includes('-')) return `${country}-${code}`;
  return code.startsWith(`${country}-`) ? code : null;
}
