import type { ConsentConfig, ConsentModel, HeaderSource } from '@permesso/consent-core';
import type { Core } from '@strapi/strapi';
import { LRUCache } from 'lru-cache';
import { publicPath } from '../http/origin';
import { visitorFrom } from '../http/visitor';
import { getPluginOptions } from '../options';
import { service } from '../service';
import type { Published } from '../versions/service';
import type { SnapshotContent } from '../versions/snapshots';
import { negotiateLocale } from './locale';

export interface ConfigRequest {
  /** The visitor's request headers: country, region and language are read from them. */
  headers?: HeaderSource;
  /** Wins over `Accept-Language`; an unknown locale falls back to the default one. */
  locale?: string | null;
  country?: string | null;
  region?: string | null;
  model?: ConsentModel;
  /** Which trackers limited to an environment are part of it; Strapi's own environment when omitted. */
  environment?: string;
  /** Any request object with headers, in place of `headers`. */
  req?: { headers: HeaderSource };
}

/** A config ready to be sent. */
export interface RenderedConfig {
  body: string;
  etag: string;
}

export interface ConfigService {
  forVisitor(request: ConfigRequest): Promise<ConsentConfig>;
  /** The same as JSON; kept for visitors of the same locale, country and model. */
  rendered(request: ConfigRequest): Promise<RenderedConfig>;
}

interface Served {
  snapshots: Map<string, Promise<SnapshotContent>>;
  rendered: LRUCache<string, RenderedConfig>;
}

export function configService({ strapi }: { strapi: Core.Strapi }): ConfigService {
  // Tied to one reading of the content: when that is dropped, everything derived from it is.
  const served = new WeakMap<Published, Served>();

  const servedFrom = (published: Published): Served => {
    const known = served.get(published) ?? { snapshots: new Map(), rendered: new LRUCache({ max: 500 }) };
    served.set(published, known);
    return known;
  };

  const resolve = async (request: ConfigRequest) => {
    const published = await service(strapi, 'versions').published();
    const headers = request.headers ?? request.req?.headers;
    const environment = request.environment ?? (strapi.config.get('environment') as string);
    const locale = negotiateLocale(
      published.content.locales,
      request.locale,
      headerOf(headers, 'accept-language'),
    );
    const { country, model } = await visitorFrom(strapi, { ...request, headers });
    const from = servedFrom(published);
    const key = `${locale} ${environment}`;
    let content = from.snapshots.get(key);
    if (!content) {
      content = keepSnapshot(strapi, published, locale, environment);
      from.snapshots.set(key, content);
      content.catch(() => from.snapshots.delete(key));
    }
    return { from, key, content: await content, jurisdiction: { country, model } };
  };

  return {
    async forVisitor(request) {
      const { content, jurisdiction } = await resolve(request);
      return structuredClone(configOf(content, jurisdiction));
    },
    async rendered(request) {
      const { from, key, content, jurisdiction } = await resolve(request);
      const place = `${key} ${jurisdiction.country} ${jurisdiction.model}`;
      let rendered = from.rendered.get(place);
      if (!rendered) {
        const etag = `"${content.versions.policyVersion}:${content.locale}:${jurisdiction.model}"`;
        rendered = { etag, body: JSON.stringify(configOf(content, jurisdiction)) };
        from.rendered.set(place, rendered);
      }
      return rendered;
    },
  };
}

function configOf(content: SnapshotContent, jurisdiction: ConsentConfig['jurisdiction']): ConsentConfig {
  const { enabled, versions, ...rest } = content;
  return { enabled, versions, jurisdiction, ...rest };
}

/** Nothing is served that is not kept as evidence first (G2). */
async function keepSnapshot(
  strapi: Core.Strapi,
  published: Published,
  locale: string,
  environment: string,
): Promise<SnapshotContent> {
  const options = getPluginOptions(strapi);
  const { trackers, enabled, categories, banner, reconsent, consentMode } = published.forLocale(locale);
  const mode = published.content.settings?.shared.recordingMode ?? options.recording.mode;
  const content: SnapshotContent = {
    enabled,
    versions: published.versions,
    categories,
    trackers: trackers
      .filter(({ environments }) => environments.length === 0 || environments.includes(environment))
      .map(({ tracker }) => tracker),
    banner,
    reconsent,
    recording: { enabled: enabled && mode !== 'none', endpoint: recordsEndpoint(strapi) },
    consentMode,
    cookie: options.cookie,
    locale,
  };
  await service(strapi, 'snapshots').keep(content);
  return content;
}

/** Absolute where the server knows its public URL, so that a page on another origin can post to it. */
function recordsEndpoint(strapi: Core.Strapi): string {
  const url = strapi.config.get('server.url', '') as string;
  return `${url.startsWith('http') ? url.replace(/\/$/, '') : ''}${publicPath(strapi)}/records`;
}

function headerOf(headers: HeaderSource | undefined, name: string): string | null {
  if (!headers) return null;
  if (typeof headers.get === 'function') return (headers as Headers).get(name);
  const value = (headers as Record<string, string | string[] | undefined>)[name];
  return (Array.isArray(value) ? value[0] : value) ?? null;
}

/** The config for one visitor: exactly what `GET config` answers to a request of that place and language. */
export const getConsentConfig = (strapi: Core.Strapi, request: ConfigRequest = {}): Promise<ConsentConfig> =>
  service(strapi, 'config').forVisitor(request);
