import type { ConsentModeSignal, ReconsentTrigger, TrackerCookie, TrackerKind } from '@permesso/consent-core';
import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { negotiateLocale } from '../content/locale-negotiation';
import type { PublishedDocument } from '../content/site-content';
import { contentChecker } from '../http/admin';
import { askedLocale } from '../http/query';
import { UIDS } from '../uids';
import { readEdited } from './service';

/**
 * What is published now, or waits to be, as far as the admin needs it to say what a change will do.
 */
export interface PublishedState {
  enabled: boolean;
  /** The environment in which this server runs; trackers limited to others are not served here. */
  environment: string;
  reconsentOn: ReconsentTrigger[];
  consentModeEnabled: boolean;
  categories: {
    documentId: string;
    key: string;
    label: string;
    required: boolean;
    consentModeSignals: ConsentModeSignal[];
  }[];
  /** Also those that are switched off, as far as the administrator may read them. */
  trackers: {
    documentId: string;
    /** Its name as a service; null where that is its document id. */
    key: string | null;
    name: string;
    enabled: boolean;
    /** Key of its category. */
    category: string | null;
    kind: TrackerKind;
    cookies: TrackerCookie[];
  }[];
  /** Published privacy and cookie pages. */
  documents: PublishedDocument[];
}

/** `GET /consent/published-state`. */
export const publishedStateController = ({ strapi }: { strapi: Core.Strapi }) => ({
  async find(ctx: Context): Promise<void> {
    const { trackers, ...state } = await publishedState(strapi, askedLocale(ctx));
    const readable = await readableTrackers(strapi, ctx);
    // Those that are switched on are public.
    const told = trackers.filter(({ enabled, documentId }) => enabled || readable.has(documentId));
    ctx.body = { ...state, trackers: told } satisfies PublishedState;
  },
});

/** The document ids of the trackers that the administrator may read, by the conditions of the role. */
async function readableTrackers(strapi: Core.Strapi, ctx: Context): Promise<Set<string>> {
  const { can, sanitizedQuery } = contentChecker(strapi, ctx, UIDS.tracker);
  if (!can.read()) return new Set();
  const query = await sanitizedQuery.read({});
  const found = await strapi.documents(UIDS.tracker).findMany({ ...query, locale: '*' });
  return new Set(found.map(({ documentId }) => documentId));
}

/** @param asked the language of the categories' names */
export async function publishedState(
  strapi: Core.Strapi,
  asked: string | undefined,
): Promise<PublishedState> {
  const { content, forLocale } = await readEdited(strapi);
  const { enabled, reconsent, consentMode, categories } = forLocale(
    negotiateLocale(content.locales, asked, null),
  );
  return {
    enabled,
    environment: strapi.config.get('environment') as string,
    reconsentOn: reconsent.on,
    consentModeEnabled: consentMode.enabled,
    categories: content.categories.map(({ documentId, shared }) => ({
      documentId,
      key: shared.key,
      label: categories.find(({ key }) => key === shared.key)?.label ?? shared.key,
      required: shared.required ?? false,
      consentModeSignals: shared.consentModeSignals ?? [],
    })),
    trackers: content.trackers.map(({ documentId, shared }) => ({
      documentId,
      key: shared.key || null,
      name: shared.name,
      enabled: shared.enabled ?? false,
      category: shared.category?.key ?? null,
      kind: shared.kind,
      cookies: shared.cookies ?? [],
    })),
    documents: content.documents,
  };
}
