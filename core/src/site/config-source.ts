import type { ConsentConfig, ConsentModel } from '../contract/config.ts';
import { withServices } from '../contract/services.ts';
import { CONSENT_MODELS } from '../contract/values.ts';
import { withoutPlace } from '../rules/basis.ts';
import { type CmsClient, createCmsClient, forAnyone } from './cms-client.ts';
import {
  type ConfigModule,
  type ConfigQuery,
  type OwnConfig,
  ownConfig,
  type SiteSettings,
} from './options.ts';
import { keepNewest } from './shared-answers.ts';

/** What is at hand is given at once: a page whose configuration is there waits for nothing. */
export type MaybeLater<Value> = Value | Promise<Value>;

/** Goes on with a value, at once where it is there. */
export function whenThere<Value, Made>(
  value: MaybeLater<Value>,
  use: (value: Value) => MaybeLater<Made>,
): MaybeLater<Made> {
  return value instanceof Promise ? value.then(use) : use(value);
}

/** What is known of a page that several visitors share. */
export interface SharedFacts {
  /** What is known beforehand is the newest: the page is made at build. */
  atBuild?: boolean;
  /** The page is for visitors of this model. */
  model?: ConsentModel | null;
}

/** Where a site's configurations come from: the CMS, a module of its own, or what is known beforehand. */
export interface ConfigSource {
  /**
   * The configuration for one visitor. With the CMS away: this visitor's own of today, then any older one or the one
   * known beforehand, both judged as opt-in because they were not made for this visitor on this day; then null.
   */
  forVisitor(query: ConfigQuery): MaybeLater<ConsentConfig | null>;
  /** The configuration of a page that is the same for every visitor: opt-in until the visitor is known. */
  forAll(locale: string | null, facts?: SharedFacts): MaybeLater<ConsentConfig | null>;
  /** Whether the CMS keeps records: else nothing of a decision leaves the site. */
  isRecorded(config: ConsentConfig): boolean;
  /**
   * The one that was served last, to whomever, or else the one known beforehand: where there is none for a visitor it still
   * tells what there is to be refused.
   */
  lastKnown(): ConsentConfig | null;
  /** The CMS said that a configuration of ours is old: the next page gets a new one. */
  expire(): void;
}

export function createConfigSource(site: SiteSettings): ConfigSource {
  const askModule = site.module && createModuleReader(site.module, site.warn);
  const unrecorded = new WeakSet<ConsentConfig>();
  let last: ConsentConfig | null = null;
  let client: CmsClient | null | undefined;

  function cms(): CmsClient | null {
    if (client !== undefined) return client;
    const api = site.api();
    client = api === null ? null : createCmsClient({ api, warn: site.warn });
    return client;
  }

  function knownFor(locale: string | null): ConsentConfig | null {
    // Visitors may name any locale, also a name that every object knows.
    const own = Object.hasOwn(site.known, locale ?? '') && site.known[locale ?? ''];
    return own || site.known[''] || null;
  }

  /** The same object in, the same object out: what pages are made of is kept by it. */
  function derived(make: (config: ConsentConfig) => ConsentConfig) {
    const made = new WeakMap<ConsentConfig, ConsentConfig>();
    return (config: ConsentConfig): ConsentConfig => {
      const other = made.get(config) ?? make(config);
      made.set(config, other);
      if (unrecorded.has(config)) unrecorded.add(other);
      return other;
    };
  }

  /**
   * Records go to the site's own route: no cross-origin request, and the cookie is set by HTTP. Also where the CMS keeps
   * none, and gets none: some browsers give cookies of scripts seven days, and then a refusal is lost.
   */
  const made = derived((config) => {
    if (!(config.enabled && config.recording.enabled)) unrecorded.add(config);
    const served = withServices(config);
    return site.routes
      ? { ...served, recording: { enabled: true, endpoint: site.address('records') } }
      : served;
  });
  const asServed = (config: ConsentConfig): ConsentConfig => {
    last = made(config);
    return last;
  };

  const asNeutral = derived(forAnyone);
  /** The place is the visitor's own affair: the model is all that these share. */
  const asOfModel = Object.fromEntries(
    CONSENT_MODELS.map((model) => [
      model,
      derived((config) => ({ ...withoutPlace(config), jurisdiction: { country: null, model } })),
    ]),
  ) as Record<ConsentModel, (config: ConsentConfig) => ConsentConfig>;

  /** Under one law for all nobody has to be asked for it. */
  const isOptInForAll = ({ jurisdiction }: ConsentConfig) =>
    !askModule && !cms() && jurisdiction.model === 'opt-in';

  function forVisitor(query: ConfigQuery): MaybeLater<ConsentConfig | null> {
    if (askModule) return askModule(query).then((said) => said && asServed(said));
    const client = cms();
    const config = client ? client.fresh(query) : knownFor(query.locale);
    if (config) return asServed(config);
    if (!client) return null;
    return client.get(query).then((asked) => (asked ? asServed(asked) : older(client, query)));
  }

  function older(client: CmsClient, { locale }: ConfigQuery): ConsentConfig | null {
    const config = client.lastGood(locale) ?? knownFor(locale);
    return config && asNeutral(asServed(config));
  }

  return {
    forVisitor,
    forAll(locale, { atBuild = false, model = null } = {}) {
      const known = atBuild ? knownFor(locale) : null;
      const config = known ? asServed(known) : forVisitor({ locale, country: null, region: null });
      return whenThere(config, (given) => {
        if (!given) return null;
        if (model) return asOfModel[model](given);
        return isOptInForAll(given) ? asOfModel['opt-in'](given) : asNeutral(given);
      });
    },
    lastKnown: () => last ?? knownFor(null),
    isRecorded: (config) => !unrecorded.has(config),
    expire: () => client?.expire(),
  };
}

/** Configurations of a module that are known by what they say: one for each law and language that it tells apart. */
const KNOWN = 100;

/**
 * Asks a module of the site's own, and checks what it says; what says the same is checked once, and is one object.
 *
 * @returns null, with a warning, where it fails or says something else
 */
function createModuleReader(module: ConfigModule, warn: (message: string) => void) {
  const checked = new Map<string, ConsentConfig>();

  return async (query: ConfigQuery): Promise<ConsentConfig | null> => {
    let said: OwnConfig | null;
    try {
      said = await module(query);
    } catch (error) {
      warn(`The configuration module failed: ${(error as Error).message}`);
      return null;
    }
    try {
      const bare = lawAlone(said);
      const text = JSON.stringify(bare);
      return checked.get(text) ?? keepNewest(checked, text, ownConfig(bare), KNOWN);
    } catch (error) {
      warn(`The configuration module returned ${(error as Error).message}`);
      return null;
    }
  };
}

/** What a module says, with the law alone: the place is the visitor's own affair. */
const lawAlone = (said: OwnConfig | null): OwnConfig | null =>
  said && { ...said, jurisdiction: said.jurisdiction && { country: null, model: said.jurisdiction.model } };
