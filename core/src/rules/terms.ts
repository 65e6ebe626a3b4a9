import type { ConsentConfig, ConsentModel, PendingConfig } from '../contract/config.ts';
import type { ConsentTerms } from '../contract/payload.ts';
import { RECONSENT_TRIGGERS } from '../contract/values.ts';
import { MODEL_CODES } from './cookie-codes.ts';

/** By their codes, which every page has already. */
export const MODELS = Object.keys(MODEL_CODES) as ConsentModel[];

/** A month of `reconsent.expiresAfterMonths`: 30.4375 days, in seconds. */
export const MONTH = 2_629_800;

/** A validity that is no positive number: every decision has expired, also one dated a little ahead. */
const EXPIRED = -1e9;

/** Switched on and of a known model; anything else grants required categories only and takes no decision. */
export const isInForce = (config: Pick<ConsentConfig, 'enabled' | 'jurisdiction'>): boolean =>
  MODELS.includes(config.jurisdiction.model) && config.enabled === true;

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
  const { model, pending, preview, triggers, maxAge, refusal, categories, services, granularity, versions } =
    termsOf(config);
  return {
    model,
    ...(pending && { pending }),
    ...(preview && { preview }),
    ...(services && { services }),
    ...(granularity && { granularity }),
    triggers,
    maxAge,
    ...(refusal && { refusal }),
    categories: categories.map(({ key, required, respectGPC, defaultInOptOut, basis }) => ({
      key,
      required,
      respectGPC,
      defaultInOptOut,
      ...(basis && { basis }),
    })),
    versions: Object.fromEntries(
      [...triggers, ...(refusal?.triggers ?? [])].map((trigger) => [
        `${trigger}Version`,
        versions[`${trigger}Version`],
      ]),
    ),
  };
};
