import type { ConsentConfig, ConsentModel, ReconsentTrigger } from './config.ts';

/** What the head of a page needs to know of a category. */
export interface CategoryTerms {
  key: string;
  required: boolean;
  /** Granted before a choice, without Global Privacy Control. */
  on: boolean;
  /** Switched off by Global Privacy Control. */
  gpc: boolean;
}

/**
 * The part of a config that a decision is judged by: plain data that survives JSON, small enough for the head
 * of every page.
 */
export interface ConsentTerms {
  /** Null where consent is switched off or the model unknown: required categories only, no decision counts. */
  model: ConsentModel | null;
  categories: CategoryTerms[];
  /** The hashes that must not have changed, in the order in which they give the reason to ask again. */
  versions: Partial<Record<ReconsentTrigger, string>>;
  /** Seconds after which a decision expires. */
  maxAge: number;
}

/** A month of `reconsent.expiresAfterMonths`: 30.4375 days, in seconds. */
const MONTH = 30.4375 * 86_400;

/** A validity that is no positive number: every decision has expired, also one dated a little ahead. */
const EXPIRED = -1e9;

/** What can make a decision stale, in the order in which it is named as the reason. */
export const RECONSENT_TRIGGERS: readonly ReconsentTrigger[] = ['documents', 'categories', 'trackers'];

export const CONSENT_MODELS: readonly ConsentModel[] = ['opt-in', 'opt-out', 'notice', 'none'];

export const isModel = (model: ConsentModel): boolean => CONSENT_MODELS.includes(model);

/** Switched on and of a known model; anything else grants required categories only and takes no decision. */
export const isInForce = ({ enabled, jurisdiction }: ConsentConfig): boolean =>
  enabled === true && isModel(jurisdiction.model);

/** Condenses a config to what decides. */
export function consentTerms(config: ConsentConfig): ConsentTerms {
  const { jurisdiction, categories, reconsent, versions } = config;
  const model = isInForce(config) ? jurisdiction.model : null;
  const months = reconsent.expiresAfterMonths;
  return {
    model,
    categories: categories.map(({ key, required, respectGPC, defaultInOptOut }) => ({
      key,
      required,
      on: model === 'opt-out' ? defaultInOptOut : model === 'notice' || model === 'none',
      // Under opt-in the visitor's own act stands beside the signal.
      gpc: respectGPC && model !== 'opt-in',
    })),
    versions: Object.fromEntries(
      RECONSENT_TRIGGERS.filter((trigger) => reconsent.on.includes(trigger)).map((trigger) => [
        trigger,
        versions[`${trigger}Version`],
      ]),
    ),
    maxAge: Number.isFinite(months) && months > 0 ? months * MONTH : EXPIRED,
  };
}
