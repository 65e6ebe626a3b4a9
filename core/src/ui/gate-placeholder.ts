import type { ConsentConfig, ConsentExpr } from '../contract/config.ts';
import { expressionKeys } from '../rules/expression.ts';
import { consentTerms } from '../rules/terms.ts';
import type { InterfaceTexts } from '../texts/interface-texts.ts';
import type { Element, Markup } from './markup.ts';

export interface GatePlaceholderInput {
  /** What the gate waits for. */
  category: ConsentExpr;
  /** Why its content needs consent, in one plain sentence. */
  reason?: string | undefined;
  /** Null while none is known. */
  config: ConsentConfig | null;
  texts: InterfaceTexts;
  /** Where a visitor without JavaScript decides; null where there is no such page. */
  preferences: string | null;
  /** The direction of `texts`, where it has to be said. */
  direction?: 'ltr' | 'rtl' | undefined;
  /** The language of `texts`, where it is not the page's. */
  language?: string | undefined;
  /** What is waited for, where it is not the categories. */
  name?: string | undefined;
  /** Whether it may be allowed for good; true by default. */
  always?: boolean | undefined;
  /** Made of what may stand in a paragraph, for content of which nobody knows where it stands. */
  inline?: boolean | undefined;
  /** Whether there may be too little room for the words and both buttons; it has a style of its own then. */
  small?: boolean | undefined;
  /** Where the content is by itself. */
  link?: { address: string; text: string } | undefined;
  /** The room that the content takes, and the classes by which a page's own styles give it some. */
  style?: string | undefined;
  classes?: string | undefined;
}

/** Where visitors do not decide on services, whoever allows one allows its category. */
function nameOf(name: string, config: ConsentConfig | null): string {
  const { categories = [], trackers = [], services = {}, granularity } = config ?? {};
  const service = granularity === 'service' ? trackers.find(({ key }) => key === name) : undefined;
  const category = categories.find(({ key }) => key === (services[name] ?? name));
  return service?.name || category?.label || name;
}

/** What stands where a gate's content is missing: which category it needs, and two ways to allow it. */
export function gatePlaceholder(input: GatePlaceholderInput): Element {
  const { config, texts, reason, always = true, link } = input;
  const [box, line] = input.inline ? ['span', 'span'] : ['div', 'p'];
  const lineOf = (...children: Markup[]): Element => [
    line,
    input.inline ? { 'data-consent-part': 'line' } : {},
    ...children,
  ];
  // Where nothing can be allowed, no button says so (C8). What nobody knows yet the page will be told.
  const allows = !config || consentTerms(config).model !== null;
  const names =
    input.name ??
    expressionKeys(input.category)
      .map((key) => nameOf(key, config))
      .join(', ');
  const button = (allow: string, label: string): Element => [
    'button',
    { type: 'button', 'data-consent-allow': allow },
    label,
  ];
  const blocked = texts.blocked.replace('{name}', () => names);
  const content: Markup[] = [
    reason && lineOf(reason),
    // Whoever allows it always allows all of its category.
    lineOf(blocked),
    allows && [
      box,
      // Together, so that they stay in sight where the words have to be scrolled.
      { 'data-consent-part': 'choices' },
      button('once', texts.allowOnce),
      always && button('always', texts.alwaysAllow),
    ],
    link && lineOf(['a', { href: link.address, rel: 'noreferrer' }, link.text]),
    // The buttons work by script only.
    allows &&
      input.preferences && [
        'noscript',
        {},
        ['a', { href: input.preferences }, config?.banner.labels.manage || texts.manage],
      ],
  ];
  return [
    box,
    {
      'data-consent-part': 'placeholder',
      'consent-own': true,
      role: 'group',
      'aria-label': names,
      lang: input.language,
      dir: input.direction,
      style: input.style,
      class: input.classes,
    },
    ...(input.small ? inSmallRoom(nameOfContent(link) ?? names, blocked, content) : content),
  ];
}

/** What content calls itself; an address is no name. */
const nameOfContent = (link: GatePlaceholderInput['link']) =>
  link && link.text !== link.address ? link.text : undefined;

/** One button stands for all of it where it has no room, and shows it above the page. */
const inSmallRoom = (name: string, blocked: string, content: Markup[]): Element[] => [
  ['button', { type: 'button', 'data-consent-part': 'more', 'aria-label': `${name}: ${blocked}` }, name],
  ['span', { 'data-consent-part': 'all', popover: true }, ...content],
];
