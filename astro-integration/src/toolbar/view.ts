import type { CategoryExplanation, ConsentConfig, ServiceExplanation } from '@permesso/consent-core';
import type { Markup } from '@permesso/consent-core/ui';
import type { Observation } from './observation.ts';

/** The whole panel as a tree; texts of the CMS stay texts. */
export function report(seen: Observation): Markup {
  return [
    'form',
    { 'data-report': true },
    ['header', {}, ['h1', {}, 'Consent'], status(seen)],
    ...warnings(seen),
    categories(seen),
    simulation(seen),
    ...undeclared(seen),
  ];
}

function status({ config, cookie, explanation }: Observation): Markup {
  if (!config || !explanation) {
    return ['p', {}, 'No configuration is known: nothing is granted, nothing is shown (C1).'];
  }
  const { model } = config.jurisdiction;
  const decided = cookie && new Date(cookie.t * 1000).toISOString().slice(0, 16).replace('T', ' ');
  return [
    'p',
    {},
    ['strong', { 'data-status': explanation.status }, explanation.status],
    ` under ${model}. ${explanation.text} `,
    ['small', {}, explanation.rule],
    decided && ['small', {}, ` Decided ${decided} UTC, id ${cookie.id}.`],
  ];
}

function warnings({ early }: Observation): Markup[] {
  if (early.length === 0) return [];
  return [
    [
      'section',
      { 'data-warning': true },
      ['h2', {}, 'Runs before the snippet'],
      ['p', {}, 'Move <ConsentHead /> to the very start of <head>.'],
      list(early),
    ],
  ];
}

function categories({ config, explanation, ran }: Observation): Markup {
  if (!config || !explanation) return null;
  return [
    'section',
    {},
    ['h2', {}, 'Granted, and why'],
    [
      'ul',
      {},
      ...explanation.categories.map((category) => categoryItem(category, explanation.services, config, ran)),
    ],
  ];
}

function categoryItem(
  { key, granted, rule, text }: CategoryExplanation,
  services: readonly ServiceExplanation[],
  config: ConsentConfig,
  ran: ReadonlySet<string>,
): Markup {
  const trackers = config.trackers.filter(({ categoryKey }) => categoryKey === key);
  return [
    'li',
    { 'data-category': key, 'data-granted': granted },
    ['strong', {}, key],
    ['span', { 'data-answer': true }, granted ? 'granted' : 'refused'],
    ['p', {}, `${text} `, ['small', {}, rule]],
    trackers.length > 0 && [
      'p',
      {},
      ...trackers.map(
        ({ id, name, loader }): Markup => [
          'span',
          { 'data-tracker': id, 'data-ran': ran.has(id) },
          `${name || id}${ran.has(id) ? ' ran' : loader ? ' did not run' : ' is not loaded here'}`,
        ],
      ),
    ],
    ...trackers.flatMap((tracker): Markup[] => {
      const own = services.find(({ name }) => name === tracker.key);
      return own ? [serviceText(own)] : [];
    }),
  ];
}

/** A service that was decided on by its name, beside its category. */
function serviceText({ name, granted, rule, text }: ServiceExplanation): Markup {
  return [
    'p',
    { 'data-service': name, 'data-granted': granted },
    ['strong', {}, name],
    ` ${granted ? 'granted' : 'refused'}. ${text} `,
    ['small', {}, rule],
  ];
}

function simulation({ simulation: { place, gpc }, cookie }: Observation): Markup {
  return [
    'section',
    {},
    ['h2', {}, 'Visit as'],
    [
      'p',
      { 'data-row': true },
      [
        'label',
        {},
        'Country or state ',
        ['input', { name: 'place', value: place, placeholder: 'DE, US-CA', size: '9', maxlength: '6' }],
      ],
      ['label', {}, ['input', { type: 'checkbox', name: 'gpc', checked: gpc }], ' Global Privacy Control'],
      ['button', { name: 'action', value: 'simulate' }, 'Reload as this visitor'],
    ],
    [
      'p',
      { 'data-row': true },
      ['button', { name: 'action', value: 'expire', disabled: cookie === null }, 'Let the decision expire'],
      ['button', { name: 'action', value: 'reset' }, 'Reset to a first visit'],
    ],
  ];
}

function undeclared({ config, requests, cookies }: Observation): Markup[] {
  if (!config) return [];
  const found = requests.length + cookies.length > 0;
  return [
    [
      'section',
      { 'data-undeclared': true, 'data-warning': found },
      ['h2', {}, 'Declared nowhere'],
      !found && ['p', {}, 'Every script from elsewhere and every cookie that a script can see is declared.'],
      requests.length > 0 && ['p', {}, 'Loaded for everybody, with or without consent:'],
      requests.length > 0 && list(requests),
      cookies.length > 0 && ['p', {}, 'Cookies that no tracker declares:'],
      cookies.length > 0 && list(cookies),
    ],
  ];
}

function list(entries: readonly string[]): Markup {
  return ['ul', {}, ...entries.map((entry): Markup => ['li', {}, ['code', {}, entry]])];
}
