import type {
  ConsentCategory,
  ConsentConfig,
  ConsentCookieV1,
  ConsentModel,
  ConsentModeSignal,
} from './config.ts';
import { defaultDecisions, isGranted, type ResolveOptions, resolveConsent } from './resolve.ts';

/** The seven signals of Google Consent Mode v2. */
export const ALL_CONSENT_MODE_SIGNALS: readonly ConsentModeSignal[] = [
  'ad_storage',
  'ad_user_data',
  'ad_personalization',
  'analytics_storage',
  'functionality_storage',
  'personalization_storage',
  'security_storage',
];

export type ConsentModeState = Record<ConsentModeSignal, 'granted' | 'denied'>;

/** Answers whether a category is granted. */
export type HasConsent = (key: string) => boolean;

/**
 * The state of every signal. A signal is granted where a category carries it and all that carry it are
 * granted; `security_storage` always is.
 */
export const consentModeStateFrom = (
  categories: readonly ConsentCategory[],
  has: HasConsent,
): ConsentModeState =>
  Object.fromEntries(
    ALL_CONSENT_MODE_SIGNALS.map((signal) => {
      const carriers = categories.filter((category) => category.consentModeSignals.includes(signal));
      const granted =
        signal === 'security_storage' || (carriers.length > 0 && carriers.every(({ key }) => has(key)));
      return [signal, granted ? 'granted' : 'denied'];
    }),
  ) as ConsentModeState;

/** Defaults for places, where the page does not know its visitor's: see `consentModeRegions`. */
export interface ConsentModeDefaultOptions {
  regions?: readonly { model: ConsentModel; region: readonly string[] }[];
  gpc?: boolean;
}

/** The arguments of one call of `gtag`. */
type Command = readonly unknown[];

function defaultCommands(
  config: ConsentConfig,
  has: HasConsent,
  { regions = [], gpc }: ConsentModeDefaultOptions = {},
): Command[] {
  const { enabled, adsDataRedaction, urlPassthrough, waitForUpdateMs } = config.consentMode;
  if (!enabled) return [];
  const command = (granted: HasConsent, scope?: { region: readonly string[] }): Command => [
    'consent',
    'default',
    { ...consentModeStateFrom(config.categories, granted), ...scope, wait_for_update: waitForUpdateMs },
  ];
  return [
    ...regions.map(({ model, region }) => {
      const there = { ...config, jurisdiction: { country: null, model } };
      const decisions = defaultDecisions(there, gpc);
      return command((key) => decisions[key] ?? has(key), { region });
    }),
    command(has),
    ...(adsDataRedaction ? [['set', 'ads_data_redaction', true]] : []),
    ...(urlPassthrough ? [['set', 'url_passthrough', true]] : []),
  ];
}

const updateCommands = (config: ConsentConfig, has: HasConsent): Command[] =>
  config.consentMode.enabled ? [['consent', 'update', consentModeStateFrom(config.categories, has)]] : [];

type Page = { dataLayer?: unknown[] };

function push(commands: Command[]): void {
  const scope = globalThis as typeof globalThis & Page & { window?: Page };
  const page = scope.window ?? scope;
  function gtag(..._command: Command): void {
    page.dataLayer ??= [];
    // Google reads `arguments` objects and ignores arrays.
    // biome-ignore lint/complexity/noArguments: see above
    page.dataLayer.push(arguments);
  }
  for (const command of commands) gtag(...command);
}

/** Pushes the defaults to `dataLayer`; to be called before any tag, once per document. */
export const emitConsentModeDefault = (
  config: ConsentConfig,
  has: HasConsent,
  options?: ConsentModeDefaultOptions,
): void => push(defaultCommands(config, has, options));

/** Pushes what is granted now to `dataLayer`: after each decision, and on each page of a visitor who decided. */
export const emitConsentModeUpdate = (config: ConsentConfig, has: HasConsent): void =>
  push(updateCommands(config, has));

/** A call in script text; `<` is escaped, so that no value can end the script element. */
const call = (command: Command) =>
  `gtag(${command.map((argument) => JSON.stringify(argument)).join(',')});`.replaceAll('<', '\\u003c');

/**
 * The text of an inline script for the start of the head: the defaults, and the stored choice as `update`.
 * Empty when Consent Mode is off.
 *
 * @param options.gpc when not given, the script asks the browser
 * @param options.regions defaults for places, for a page that is the same for every visitor; a stored choice
 *   makes them needless
 */
export function consentModeDefaultScript(
  config: ConsentConfig,
  cookie?: string | ConsentCookieV1 | null,
  options: Pick<ResolveOptions, 'gpc' | 'now'> & ConsentModeDefaultOptions = {},
): string {
  if (!config.consentMode.enabled) return '';
  const callsWith = (gpc: boolean) => {
    const resolved = resolveConsent(cookie, config, { gpc, now: options.now });
    const has = (key: string) => isGranted(resolved, config, key);
    return [
      ...defaultCommands(config, has, { gpc, regions: resolved.cookie ? [] : options.regions }),
      ...(resolved.cookie ? updateCommands(config, has) : []),
    ]
      .map(call)
      .join('');
  };
  const withSignal = callsWith(options.gpc ?? true);
  const without = callsWith(options.gpc ?? false);
  const calls =
    withSignal === without
      ? without
      : `if(w.navigator&&w.navigator.globalPrivacyControl===true){${withSignal}}else{${without}}`;
  return (
    '(function(w){w.dataLayer=w.dataLayer||[];' +
    `function gtag(){w.dataLayer.push(arguments)}${calls}})(window);`
  );
}
