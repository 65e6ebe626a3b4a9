/** What the site says that it does: its trackers with their categories. */
import {
  CONSENT_GRANULARITIES,
  CONSENT_MODELS,
  type ConsentConfig,
  type ConsentModel,
  type ConsentModeSignal,
  type ConsentTracker,
  type OtherBasis,
  RECONSENT_TRIGGERS,
  type ReconsentTrigger,
} from '@permesso/consent-core';
import { categorySchema, trackerSchema } from '@permesso/consent-core/schema';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import { LIMITS } from './limits';
import { within } from './within';

export interface DeclaredCategory {
  key: string;
  label: string;
  required: boolean;
  respectGPC: boolean;
  consentModeSignals: readonly ConsentModeSignal[];
  /** On without consent where the visitor is, by the word of the site. */
  basis?: OtherBasis | undefined;
}

export interface Declared {
  /** `page`: the site itself told it, being of this product. */
  from: 'page' | 'file';
  categories: DeclaredCategory[];
  trackers: ConsentTracker[];
  locale: string;
  model: ConsentModel | null;
  policyVersion: string | null;
  /** Of the site's own configuration: what its consent cookie is called, and what makes it ask again. */
  product: {
    cookie: string;
    reconsentOn: ReconsentTrigger[];
    recording: boolean;
    /** Where the page posts records. */
    records: string;
    consentMode: boolean;
    /** Visitors decide on each service. */
    byService: boolean;
  } | null;
}

const declaredFileSchema = z.object({
  categories: z.array(
    categorySchema
      .pick({ key: true, label: true, required: true, respectGPC: true, basis: true })
      .extend({ consentModeSignals: categorySchema.shape.consentModeSignals.default([]) }),
  ),
  trackers: z.array(trackerSchema),
  locale: z.string().default('en'),
  jurisdiction: z.object({ model: z.enum(CONSENT_MODELS) }).optional(),
});

/**
 * What a file declares: a configuration as `GET /api/consent/config` answers it, or its `categories` and `trackers` alone.
 *
 * @throws with the first thing that is wrong in it.
 */
export function declaredInFile(content: unknown): Declared {
  const { data, error } = declaredFileSchema.safeParse(content);
  if (!data) {
    const [issue] = error.issues;
    throw new Error(`--declared: ${issue?.path.join('.') || 'the file'}: ${issue?.message}`);
  }
  const { categories, trackers, locale, jurisdiction } = data;
  return {
    from: 'file',
    categories,
    trackers,
    locale,
    model: jurisdiction?.model ?? null,
    policyVersion: null,
    product: null,
  };
}

/** What is read of a page's own configuration. It is the page that says it, so nothing of it is taken for granted. */
const toldSchema = z.object({
  config: z.object({
    categories: z.array(categorySchema.extend({ label: z.string() })).max(LIMITS.declared),
    cookie: z.object({ name: z.string() }),
    reconsent: z.object({ on: z.array(z.enum(RECONSENT_TRIGGERS)) }),
    recording: z.object({ enabled: z.boolean(), endpoint: z.string() }),
    consentMode: z.object({ enabled: z.boolean() }),
    granularity: z.enum(CONSENT_GRANULARITIES).optional(),
    locale: z.string(),
    jurisdiction: z.object({ model: z.enum(CONSENT_MODELS) }).nullish(),
    versions: z.object({ policyVersion: z.string() }).nullish(),
  }),
  trackers: z.array(trackerSchema).max(LIMITS.declared),
  labels: z.record(z.string(), z.string()),
  base: z.string().nullable(),
});

/** What the page in a browser declares about itself; null where it is not of this product. */
export async function declaredByPage(page: Page): Promise<Declared | null> {
  const answer = await within<unknown>(LIMITS.look * 2, page.evaluate(readPayload, LIMITS.fileLength), null);
  const { data: told } = toldSchema.safeParse(answer);
  if (!told) return null;
  const { config, trackers, labels, base } = told;
  return {
    from: 'page',
    categories: config.categories.map(({ key, label, required, respectGPC, consentModeSignals, basis }) => ({
      key,
      label: labels[key] || label || key,
      required,
      respectGPC,
      consentModeSignals,
      basis,
    })),
    trackers,
    locale: config.locale,
    model: config.jurisdiction?.model ?? null,
    policyVersion: config.versions?.policyVersion ?? null,
    product: {
      cookie: config.cookie.name,
      reconsentOn: config.reconsent.on,
      recording: config.recording.enabled,
      records: base === null ? config.recording.endpoint : `${base}/records`,
      consentMode: config.consentMode.enabled,
      byService: config.granularity === 'service',
    },
  };
}

/** Runs in the page: the payload in its head, with the rest of the configuration from where it says. */
async function readPayload(most: number) {
  const element = document.querySelector('script[data-consent-config]');
  if (!element?.textContent) return null;
  const payload = JSON.parse(element.textContent);
  let config: ConsentConfig | null = payload.config;
  if (payload.source) {
    const answer = await fetch(payload.source, { headers: { accept: 'application/json' } });
    const own = JSON.parse((await answer.text()).slice(0, most));
    config = own.config ?? own;
    payload.content = own.content ?? payload.content;
  }
  if (!config?.enabled) return null;
  let trackers: unknown[] = config.trackers;
  const labels: Record<string, string> = {};
  if (payload.content) {
    const content = JSON.parse((await (await fetch(payload.content)).text()).slice(0, most));
    trackers = content.trackers;
    for (const { key, label } of content.categories) labels[key] = label;
  }
  return {
    config,
    trackers,
    labels,
    base: typeof payload.base === 'string' ? (payload.base as string) : null,
  };
}

/** The category that a tracker stands in. */
export const categoryOf = ({ categories }: Declared, key: string): DeclaredCategory | undefined =>
  categories.find((category) => category.key === key);
