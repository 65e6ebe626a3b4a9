import type {
  ConsentCategory,
  ConsentConfig,
  ConsentModel,
  ConsentPending,
  PendingConfig,
  ReconsentTrigger,
} from '../contract/config.ts';
import { CONSENT_MODELS, RECONSENT_TRIGGERS } from '../contract/values.ts';

/** What a decision is judged by of a category. */
export type CategoryTerms = Pick<ConsentCategory, 'key' | 'required' | 'respectGPC' | 'defaultInOptOut'>;

/**
 * The part of a config that a decision is judged by: plain data that survives JSON, small enough for the head
 * of every page.
 */
export interface ConsentTerms {
  /** Null where consent is switched off or the model unknown: required categories only, no decision counts. */
  model: ConsentModel | null;
  /** What is not known yet of model and config: until then less is granted, never more. */
  pending?: ConsentPending;
  categories: readonly CategoryTerms[];
  versions: Partial<Record<`${ReconsentTrigger}Version`, string>>;
  /** Which versions must not have changed, in the order in which they give the reason to ask again. */
  triggers: readonly ReconsentTrigger[];
  /** Seconds after which a decision expires. */
  maxAge: number;
}

/** A month of `reconsent.expiresAfterMonths`: 30.4375 days, in seconds. */
const MONTH = 2_629_800;

/** A validity that is no positive number: every decision has expired, also one dated a little ahead. */
const EXPIRED = -1e9;

/** Always granted, and no choice: only where the config says true, for nobody may have checked it. */
export const isRequired = ({ required }: Pick<ConsentCategory, 'required'>): boolean => required === true;

/** Switched on and of a known model; anything else grants required categories only and takes no decision. */
export const isInForce = (config: Pick<ConsentConfig, 'enabled' | 'jurisdiction'>): boolean =>
  CONSENT_MODELS.includes(config.jurisdiction.model) && config.enabled === true;

/** What decides of a config, as it stands there. */
export const termsOf = (config: PendingConfig): ConsentTerms => {
  const { on, expiresAfterMonths: months } = config.reconsent;
  return {
    ...config,
    model: isInForce(config) ? config.jurisdiction.model : null,
    triggers: RECONSENT_TRIGGERS.filter((trigger) => on.includes(trigger)),
    maxAge: Number.isFinite(months) && months > 0 ? months * MONTH : EXPIRED,
  };
};

/** Condenses a config to what decides, and to nothing else. */
export const consentTerms = (config: PendingConfig): ConsentTerms => {
  const { model, pending, triggers, maxAge, categories, versions } = termsOf(config);
  return {
    model,
    ...(pending && { pending }),
    triggers,
    maxAge,
    categories: categories.map(({ key, required, respectGPC, defaultInOptOut }) => ({
      key,
      required,
      respectGPC,
      defaultInOptOut,
    })),
    versions: Object.fromEntries(
      triggers.map((trigger) => [`${trigger}Version`, versions[`${trigger}Version`]]),
    ),
  };
};
