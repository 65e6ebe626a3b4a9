import {
  type ConsentConfig,
  type ConsentModel,
  DEFAULT_BASES,
  DEFAULT_JURISDICTION_OVERRIDES,
  DEFAULT_REFUSALS,
  type HeaderSource,
  placeKey,
} from '@permesso/consent-core';
import type { Core } from '@strapi/strapi';
import { LRUCache } from 'lru-cache';
import { assessmentDocument } from '../assessments/assessment';
import { validAssessments } from '../assessments/validity';
import { noteCategoryKeys } from '../catalogue/category-keys';
import { noteServiceNames, readServiceNames } from '../catalogue/service-names';
import { contentHash, shortHash } from '../content/hash';
import { negotiateLocale } from '../content/locale-negotiation';
import { documentHash, type EvidenceDocument } from '../evidence/document';
import type { SnapshotContent } from '../evidence/store';
import { headerOf } from '../http/headers';
import { writeLegalText } from '../legal-pages/legal-text';
import { publishedLegalTexts } from '../legal-pages/published-texts';
import { getPluginOptions } from '../options';
import { pluginService } from '../plugin-service';
import { noteBeforeServing } from '../releases/noting';
import { effectiveSettings } from '../settings/service';
import { getVersionsService, type Published } from '../versions/service';
import { getSnapshotsService } from '../versions/snapshots';
import { configOf, contentOf } from './config-content';
import { visitorFrom } from './visitor';

export interface ConfigRequest {
  /** The visitor's request headers: country, region and language are read from them. */
  headers?: HeaderSource;
  /** Wins over `Accept-Language`; an unknown locale falls back to the default one. */
  locale?: string | null;
  country?: string | null;
  region?: string | null;
  /** The config is to name the region, too, as pages ask that tell it on. */
  namesRegion?: boolean;
  model?: ConsentModel;
  /** Which trackers limited to an environment are part of it; Strapi's own environment when omitted. */
  environment?: string;
  /** Any request object with headers, in place of `headers`. */
  req?: { headers: HeaderSource };
}

/** A config ready to be sent: its JSON as bytes, which cost nothing to write again. */
export interface RenderedConfig {
  body: Buffer;
  etag: string;
  /** The regions of countries that have a law of their own, as a header's list. */
  regions: string;
}

/** What a record says of the config under which its decision was made. */
export interface ShownConfig {
  policyVersion: string;
  /** As the config named it; where the record does not say, `acceptLanguage` decides, as it did for the config. */
  locale: string | null;
  acceptLanguage: string | null;
  /** This server's own where null. */
  environment: string | null;
  /** Before this it was shown, by a clock that may be off by as much as records allow. */
  by: Date;
}

export interface ConfigService {
  forVisitor(request: ConfigRequest): Promise<ConsentConfig>;
  /** The same as JSON; kept for requests that say the same about language and place. */
  rendered(request: ConfigRequest): Promise<RenderedConfig>;
  /** The hash of the snapshot that a visitor saw, or null where this policy version was never served (G2). */
  snapshotOf(shown: ShownConfig): Promise<string | null>;
  /** Keeps what is served from now on as a snapshot anew: some were deleted. */
  forget(): void;
}

/** What stays published is noted as served once in this time, in milliseconds: a purge goes by that. */
const NOTED_AGAIN = 3_600_000;

/** A config that is kept as evidence, and its hash. */
interface Kept {
  content: SnapshotContent;
  hash: string;
}

interface Served {
  /** By `performance.now()`. */
  since: number;
  snapshots: Map<string, Promise<Kept>>;
  rendered: LRUCache<string, RenderedConfig>;
}

export const getConfigService = pluginService<ConfigService>('config');

export function configService({ strapi }: { strapi: Core.Strapi }): ConfigService {
  // Tied to one reading of the content: when that is dropped, everything derived from it is.
  let served = new WeakMap<Published, Served>();

  const servedFrom = (published: Published): Served => {
    const known = served.get(published);
    const now = performance.now();
    if (known && now < known.since + NOTED_AGAIN) return known;
    const anew: Served = { since: now, snapshots: new Map(), rendered: new LRUCache({ max: 500 }) };
    served.set(published, anew);
    return anew;
  };

  const ownEnvironment = strapi.config.get('environment') as string;

  const resolve = async (published: Published, request: ConfigRequest): Promise<ConsentConfig> => {
    const headers = request.headers ?? request.req?.headers;
    const environment = request.environment ?? ownEnvironment;
    const language = headerOf(headers, 'accept-language');
    const locale = negotiateLocale(published.content.locales, request.locale, language);
    const visitor = await visitorFrom(strapi, { ...request, headers });
    const { snapshots } = servedFrom(published);
    const key = placeOf(locale, environment);
    let kept = snapshots.get(key);
    if (!kept) {
      kept = keepSnapshot(strapi, published, locale, environment);
      snapshots.set(key, kept);
      kept.catch(() => snapshots.delete(key));
    }
    const { content } = await kept;
    const isPlaceKnown = request.model === undefined;
    const { namesRegion = false } = request;
    const rules = { ...(await effectiveSettings(strapi)), isPlaceKnown, namesRegion };
    return configOf(strapi, content, visitor, rules);
  };

  // What this server shows now is known without asking what was shown last: options may have changed to and fro.
  const currentSnapshot = async (
    published: Published,
    locale: string,
    environment: string,
  ): Promise<string | null> => {
    const { snapshots } = servedFrom(published);
    const known = snapshots.get(placeOf(locale, environment));
    if (known) return (await known).hash;
    // Anybody can name an environment. One that no tracker knows is looked for among what is kept, and not worth a hash.
    if (environment !== ownEnvironment && !isNamed(published, environment)) return null;
    const { content } = await shownIn(strapi, published, locale, environment);
    const hash = contentHash(content);
    if (!(await getSnapshotsService(strapi).isKept(hash, environment))) return null;
    // It may have been kept by an instance of a version that notes no keys.
    await noteDecidable(strapi, published, content);
    snapshots.set(placeOf(locale, environment), Promise.resolve({ content, hash }));
    return hash;
  };

  return {
    async forVisitor(request) {
      return structuredClone(await resolve(await getVersionsService(strapi).published(), request));
    },
    async rendered(request) {
      const published = await getVersionsService(strapi).published();
      const { rendered } = servedFrom(published);
      const key = factsOf(strapi, request);
      const known = rendered.get(key);
      if (known) return known;
      const config = await resolve(published, request);
      const answer = {
        etag: etagOf(config),
        body: Buffer.from(JSON.stringify(config)),
        regions: await regionsWithLaw(strapi),
      };
      // A header of unusual length is somebody's invention and not worth the memory.
      if (key.length < 500) rendered.set(key, answer);
      return answer;
    },
    async snapshotOf({ policyVersion, locale: said, acceptLanguage, environment: named, by }) {
      const published = await getVersionsService(strapi).published();
      const environment = named ?? ownEnvironment;
      const locale = negotiateLocale(published.content.locales, said, acceptLanguage);
      const current =
        policyVersion === published.versions.policyVersion
          ? await currentSnapshot(published, locale, environment)
          : null;
      const locales = said && said !== locale ? [said, locale] : [locale];
      const environments = environment === ownEnvironment ? [environment] : [environment, ownEnvironment];
      return getSnapshotsService(strapi).idFor({ policyVersion, locales, environments, by, current });
    },
    forget() {
      served = new WeakMap();
    },
  };
}

/** What an asking site may leave out of its cache's keys is every other region: it is answered as its country is. */
async function regionsWithLaw(strapi: Core.Strapi): Promise<string> {
  const { overrides = [] } = (await effectiveSettings(strapi)).jurisdiction;
  const rows = [...DEFAULT_JURISDICTION_OVERRIDES, ...DEFAULT_BASES, ...DEFAULT_REFUSALS, ...overrides];
  const regions = rows.map(({ region }) => region.trim().toUpperCase());
  return [...new Set(regions.filter((region) => region.includes('-')))].join(', ');
}

/** Names what a config says: what is published, and what else follows from the place and the table of places. */
function etagOf(config: ConsentConfig): string {
  const { versions, locale, jurisdiction, consentMode } = config;
  const table = consentMode.regions && shortHash(consentMode.regions);
  const { model, region } = jurisdiction;
  const parts = [versions.policyVersion, locale, model, placeKey(config), table, region];
  return `"${parts.filter(Boolean).join(':')}"`;
}

/** All of a request that decides about its config; as JSON, so that no value runs into the next. */
function factsOf(
  strapi: Core.Strapi,
  { headers, locale, country, region, namesRegion, environment }: ConfigRequest,
): string {
  const { jurisdiction } = getPluginOptions(strapi);
  const names = ['accept-language', ...jurisdiction.headers, ...jurisdiction.regionHeaders];
  // An empty header is there and decides; a missing one leaves it to the next.
  const said = names.map((name) => headerOf(headers, name));
  return JSON.stringify([locale, country, region, namesRegion, environment, ...said]);
}

/** Whether some tracker is limited to it: only then another config is shown there than in any other. */
const isNamed = ({ content }: Published, environment: string): boolean =>
  content.trackers.some(({ shared }) => shared.environments?.includes(environment));

const placeOf = (locale: string, environment: string): string => JSON.stringify([locale, environment]);

/** Nothing is served that is neither a release nor kept as evidence first (G2), nor under names and keys that are not noted. */
async function keepSnapshot(
  strapi: Core.Strapi,
  published: Published,
  locale: string,
  environment: string,
): Promise<Kept> {
  await noteBeforeServing(strapi, published);
  const { content, documents } = await shownIn(strapi, published, locale, environment);
  await noteDecidable(strapi, published, content);
  return { content, hash: await getSnapshotsService(strapi).keep(content, environment, documents) };
}

/** Notes the names and keys under which visitors may decide: from then on they stay. */
async function noteDecidable(
  strapi: Core.Strapi,
  published: Published,
  content: SnapshotContent,
): Promise<void> {
  await noteServiceNames(strapi, content);
  await noteCategoryKeys(strapi, published.content.categories);
}

/** What is shown in one locale and environment, and the legal texts that hold there. */
async function shownIn(
  strapi: Core.Strapi,
  published: Published,
  locale: string,
  environment: string,
): Promise<{ content: SnapshotContent; documents: EvidenceDocument[] }> {
  const assessed = validAssessments(published.content, published.readAt).map(
    (assessment) => [assessment.category, assessmentDocument(assessment)] as const,
  );
  const config: SnapshotContent = {
    ...contentOf(strapi, published, {
      locale,
      environment,
      now: new Date(),
      names: await readServiceNames(strapi),
    }),
    ...(assessed.length > 0 && {
      assessments: Object.fromEntries(assessed.map(([key, { text }]) => [key, documentHash(text)])),
    }),
  };
  const reasons = assessed.map(([, document]) => document);
  const texts = [...(await publishedLegalTexts(strapi, published, locale))].map(
    ([kind, text]) => [kind, writeLegalText(text)] as const,
  );
  if (texts.length === 0) return { content: config, documents: reasons };
  const legalTexts = Object.fromEntries(texts.map(([kind, text]) => [kind, documentHash(text)]));
  const documents = texts.map(
    ([, text]): EvidenceDocument => ({ role: 'legal-text', mediaType: 'text/markdown', text }),
  );
  return { content: { ...config, legalTexts }, documents: [...documents, ...reasons] };
}

/** The config for one visitor: exactly what `GET config` answers to a request of that place and language. */
export const getConsentConfig = (strapi: Core.Strapi, request: ConfigRequest = {}): Promise<ConsentConfig> =>
  getConfigService(strapi).forVisitor(request);
