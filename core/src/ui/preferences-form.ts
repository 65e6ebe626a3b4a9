import type {
  ConsentBannerLabels,
  ConsentCategory,
  ConsentConfig,
  ConsentSource,
  ConsentState,
  ConsentTracker,
} from '../contract/config.ts';
import { isWebAddress } from '../contract/safe-html.ts';
import { isOffBySignal } from '../rules/category-terms.ts';
import type { Attributes, Element, Markup } from './markup.ts';
import type { PreferencesTexts } from './preferences-texts.ts';

export interface PreferencesInput {
  config: ConsentConfig;
  /** What the switches show. */
  choices: Record<string, boolean>;
  state: Pick<
    ConsentState,
    'model' | 'gpc' | 'needsReload' | 'consentId' | 'decidedAt' | 'source' | 'cookie'
  >;
  texts: PreferencesTexts;
  locale: string;
  /** The language of `texts`. */
  language?: string | undefined;
  /** Where a form without JavaScript posts to. */
  action?: string;
}

/**
 * Everything a visitor can see and decide: categories with their services, the consent id and the date, what became
 * of a Global Privacy Control signal, and withdrawal.
 */
export function preferencesForm(input: PreferencesInput): Element {
  const { config, action } = input;
  const say = labelsOf(input);
  return [
    'form',
    // No browser puts ticks back on a page that is loaded anew: they say what is stored.
    { method: 'post', action, autocomplete: 'off', 'data-consent-part': 'form' },
    // What Enter in a switch presses: the first button that submits.
    action && [
      'button',
      { name: 'action', value: 'save', 'data-consent-part': 'enter', tabindex: '-1', 'aria-hidden': 'true' },
    ],
    [
      'header',
      PLAIN,
      [
        'h2',
        { id: 'pc-preferences-title', tabindex: '-1', autofocus: true, ...spoken(input, 'manage') },
        say('manage'),
      ],
      !action && [
        'button',
        {
          type: 'button',
          'data-consent-action': 'close',
          'aria-label': say('close'),
          ...spoken(input, 'close'),
        },
      ],
    ],
    [
      'div',
      { 'data-consent-part': 'body' },
      [
        'p',
        config.banner.description ? languagesOf(input).written : {},
        config.banner.description || input.texts.description,
      ],
      ...notices(input),
      ...config.categories.map((category) => categorySection(category, input)),
      meta(input),
    ],
    [
      'footer',
      { ...PLAIN, 'data-consent-part': 'actions' },
      actionButton('reject-all', say('rejectAll'), input, spoken(input, 'rejectAll')),
      actionButton('accept-all', say('acceptAll'), input, spoken(input, 'acceptAll')),
      actionButton('save', say('save'), input, spoken(input, 'save')),
    ],
  ];
}

/** Its beginning and end are not those of the page: no landmarks. */
const PLAIN = { role: 'presentation' };

/** The notice about the signal, which says why switches are off. */
const SIGNAL = 'pc-preferences-gpc';

/**
 * Whether the signal took something away from the visitor's defaults: where consent is asked for it does not (J), nor while
 * consent is off.
 */
export function honorsGpc(state: Pick<ConsentState, 'gpc' | 'model'>, config: ConsentConfig): boolean {
  return config.enabled && config.categories.some((category) => isOffBySignal(category, state));
}

/** Submits on a page; in the dialog nothing does, so that Enter in a switch presses no button. */
function actionButton(
  value: string,
  label: string,
  { action }: PreferencesInput,
  language: Attributes = {},
): Markup {
  const type = action ? undefined : 'button';
  return ['button', { type, name: 'action', value, 'data-consent-action': value, ...language }, label];
}

/** What marks a text as of its language, where editors and the interface speak two: the browser sees its direction. */
function languagesOf({ config, language }: PreferencesInput): Record<'written' | 'builtIn', Attributes> {
  const base = (tag: string) => tag.split(/[-_]/)[0]?.toLowerCase();
  if (!language || base(config.locale) === base(language)) return { written: {}, builtIn: {} };
  return { written: { lang: config.locale, dir: 'auto' }, builtIn: { lang: language, dir: 'auto' } };
}

/** The same for a label, which is built in where editors have left it empty. */
const spoken = (input: PreferencesInput, key: keyof ConsentBannerLabels): Attributes =>
  input.config.banner.labels[key] ? languagesOf(input).written : {};

/** A label of the CMS, or the built-in one where it left it empty. */
export function labelsOf({ config, texts }: PreferencesInput): (key: keyof ConsentBannerLabels) => string {
  return (key) => config.banner.labels[key] || texts[key] || '';
}

function notices(input: PreferencesInput): Markup[] {
  const { config, state, texts } = input;
  const say = labelsOf(input);
  return [
    honorsGpc(state, config) && [
      'p',
      { id: SIGNAL, 'data-consent-part': 'notice', role: 'status', ...spoken(input, 'gpcHonored') },
      say('gpcHonored'),
    ],
    state.needsReload && [
      'p',
      { 'data-consent-part': 'notice', role: 'status' },
      `${say('reloadNotice')} `,
      ['button', { type: 'button', 'data-consent-action': 'reload' }, texts.reload],
    ],
  ];
}

/** Which sentence says why a category is on without consent. */
const WHY = { objection: 'basisObjection', exempt: 'basisExempt' } as const;

/** Who has decided nothing by an act: what is on is on by default, also where a signal has switched off other things. */
const BY_DEFAULT: readonly (ConsentSource | null)[] = [null, 'implicit', 'gpc'];

/**
 * The sentence of a category that is on without consent. Under opt-in its basis says so. Under other models the law lets all be on until the
 * visitor objects, which is said until they decide on it: on one that was added since they decided on the others they have not.
 */
function whyOn(
  { basis, key }: ConsentCategory,
  { state, choices }: PreferencesInput,
): (typeof WHY)[keyof typeof WHY] | undefined {
  if (!choices[key]) return undefined;
  if (state.model === 'opt-in') return basis && WHY[basis];
  const isDecided = !BY_DEFAULT.includes(state.source) && Object.hasOwn(state.cookie?.d ?? {}, key);
  return isDecided ? undefined : WHY.objection;
}

function categorySection(category: ConsentCategory, input: PreferencesInput): Markup {
  const { key, description } = category;
  const required = category.required === true;
  const label = category.label || key;
  const id = `pc-category-${key}`;
  const off = isOffBySignal(category, input.state);
  const why = !off && whyOn(category, input);
  const trackers = input.config.trackers.filter((tracker) => tracker.categoryKey === key);
  const services = required ? [] : trackers.filter((tracker) => hasSwitch(tracker, input.config));
  const { written, builtIn } = languagesOf(input);
  return [
    'section',
    { 'data-consent-part': 'category', ...written },
    [
      'div',
      {},
      [
        'h3',
        { id: `${id}-name` },
        required || (input.action && services.length > 0) ? label : ['label', { for: id }, label],
      ],
      required
        ? ['span', { 'data-consent-part': 'badge' }, labelsOf(input)('requiredBadge')]
        : // Without scripts nothing keeps a sum: there each service is switched by itself.
          !(input.action && services.length > 0) &&
          switchOf('category', key, off, input, {
            id,
            // A switch is on or off (WAI-ARIA 1.2); a box can be mixed, which is the sum of its services.
            role: services.length > 0 ? undefined : 'switch',
            description: [description && `${id}-text`, why && `${id}-basis`].filter(Boolean).join(' '),
          }),
    ],
    description && ['p', { id: `${id}-text` }, description],
    why && ['p', { id: `${id}-basis`, 'data-consent-part': 'basis', ...builtIn }, input.texts[why]],
    trackers.length > 0 && [
      'details',
      { open: services.length > 0 && (Boolean(input.action) || isMixed(services, input.choices)) },
      [
        'summary',
        { 'aria-describedby': `${id}-name`, ...builtIn },
        `${input.texts.services} (${trackers.length})`,
      ],
      ['ul', {}, ...trackers.map((tracker) => trackerItem(tracker, input, builtIn, off))],
    ],
  ];
}

/** Whether visitors decide on a tracker by itself. */
const hasSwitch = ({ key }: ConsentTracker, { granularity, services }: ConsentConfig): boolean =>
  granularity === 'service' && key !== undefined && services?.[key] !== undefined;

/** What holds of a service, in a draft that names those alone which differ from their category. */
export const isChosen = (choices: Record<string, boolean>, { key, categoryKey }: ServiceOf): boolean =>
  (choices[key ?? categoryKey] ?? choices[categoryKey]) === true;

type ServiceOf = Pick<ConsentTracker, 'key' | 'categoryKey'>;

/** Whether of some services of a category some are chosen, and others are not. */
export const isMixed = (services: readonly ServiceOf[], choices: Record<string, boolean>): boolean =>
  new Set(services.map((service) => isChosen(choices, service))).size > 1;

interface SwitchOf {
  id: string;
  role?: 'switch' | undefined;
  /** Id of what describes it. */
  description?: string | undefined;
  /** Of a service: that of its category. */
  categoryKey?: string;
}

function switchOf(
  name: 'category' | 'service',
  key: string,
  off: boolean,
  { choices }: PreferencesInput,
  { id, role, description, categoryKey = key }: SwitchOf,
): Element {
  return [
    'input',
    {
      id,
      type: 'checkbox',
      role,
      name,
      value: key,
      checked: isChosen(choices, { key, categoryKey }) && !off,
      disabled: off,
      'data-consent-toggle': key,
      'aria-describedby': [off && SIGNAL, description].filter(Boolean).join(' ') || undefined,
    },
  ];
}

function trackerItem(
  tracker: ConsentTracker,
  input: PreferencesInput,
  builtIn: Attributes,
  off: boolean,
): Markup {
  const { id, key, name, vendor, vendorPrivacyUrl, purpose, cookies, categoryKey } = tracker;
  const { texts } = input;
  const href = vendorPrivacyUrl && isWebAddress(vendorPrivacyUrl) ? vendorPrivacyUrl : undefined;
  const switchId = `pc-service-${key}`;
  const isRequired = input.config.categories.some((one) => one.key === categoryKey && one.required === true);
  const isSwitched = hasSwitch(tracker, input.config) && !isRequired;
  const called: Markup = ['strong', {}, name || id];
  // Below a switch it begins a line.
  const by = vendor && vendor !== name && `${isSwitched ? '' : ' · '}${vendor}`;
  return [
    'li',
    {},
    isSwitched
      ? [
          'div',
          { 'data-consent-part': 'service' },
          ['label', { for: switchId }, called],
          switchOf('service', key!, off, input, {
            id: switchId,
            role: 'switch',
            description: purpose && `${switchId}-text`,
            categoryKey,
          }),
        ]
      : called,
    by,
    href && (by || !isSwitched) && ' · ',
    href && [
      'a',
      {
        href,
        target: '_blank',
        rel: 'noopener noreferrer',
        'aria-label': `${texts.privacyPolicy}: ${vendor || name}`,
        ...builtIn,
      },
      texts.privacyPolicy,
    ],
    purpose && ['p', { id: isSwitched ? `${switchId}-text` : undefined }, purpose],
    cookies !== undefined &&
      cookies.length > 0 && [
        'ul',
        { 'aria-label': texts.cookies },
        ...cookies.map(
          (cookie): Markup => [
            'li',
            {},
            ['code', {}, cookie.name],
            [cookie.durationText, cookie.description]
              .filter(Boolean)
              .map((text) => ` · ${text}`)
              .join(''),
          ],
        ),
      ],
  ];
}

function meta(input: PreferencesInput): Markup {
  const { state, texts, locale } = input;
  if (state.decidedAt === null) return null;
  const decided = new Date(state.decidedAt * 1000);
  return [
    'div',
    { 'data-consent-part': 'meta' },
    [
      'p',
      {},
      `${texts.decidedOn} `,
      ['time', { datetime: decided.toISOString() }, longDate(decided, locale)],
      ['br', {}],
      `${texts.consentId} `,
      ['code', {}, state.consentId],
    ],
    actionButton('withdraw', texts.withdraw, input),
  ];
}

function longDate(date: Date, locale: string): string {
  try {
    return date.toLocaleDateString(locale, { dateStyle: 'long' });
  } catch {
    return date.toISOString().slice(0, 10);
  }
}

/** What is said after a revocation when the dialog has closed: what had run on this page ends with a reload (C12). */
export function reloadNotice(input: PreferencesInput): Markup {
  const say = labelsOf(input);
  return [
    'div',
    { 'data-consent-reload': true, role: 'status' },
    ['p', {}, say('reloadNotice')],
    ['button', { type: 'button', 'data-consent-action': 'reload' }, input.texts.reload],
    ['button', { type: 'button', value: 'close', 'aria-label': say('close') }],
  ];
}
