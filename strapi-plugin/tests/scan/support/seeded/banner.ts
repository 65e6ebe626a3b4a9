/** Sites by their banner: whether it is there, what can be done with it, and what it says. */
import { declaring } from '../declared';
import { choice, type SeededSite, WORKING } from './parts';

const BUTTON = (action: string, text: string, more = '') =>
  `<button data-consent-action="${action}" ${more}>${text}</button>`;

export const BANNER: readonly SeededSite[] = [
  {
    that: 'has no banner, and trackers',
    parts: { bannerAfter: null },
    visits: ['no-choice'],
    finds: ['C301 banner'],
  },
  {
    that: 'has no banner, and nothing to ask for',
    parts: { bannerAfter: null },
    visits: ['no-choice'],
    declared: declaring([choice]),
    finds: [],
  },
  {
    that: 'shows its banner late',
    parts: { bannerAfter: 1_500 },
    visits: ['no-choice'],
    finds: ['C302 delay'],
  },
  {
    that: 'has buttons for the mouse alone',
    parts: {
      actions:
        '<div data-consent-action="reject-all">Reject all</div><div data-consent-action="accept-all">Accept all</div>',
    },
    visits: ['no-choice'],
    finds: ['C303 keyboard'],
  },
  {
    that: 'has a button to refuse that Enter does not work',
    parts: {
      actions:
        BUTTON('accept-all', 'Accept all') +
        '<div tabindex="0" data-consent-action="reject-all">Reject all</div>',
      css: 'div[data-consent-action] { font: 16px sans-serif; padding: 8px 16px; width: 128px; color: #fff; background: #234 }',
    },
    visits: ['no-choice'],
    finds: ['C303 keyboard'],
  },
  {
    that: 'hides the refusal behind another button',
    parts: { actions: BUTTON('accept-all', 'Accept all') + BUTTON('customize', 'Customize') },
    visits: ['reject', 'accept'],
    declared: declaring([choice]),
    finds: ['C304 clicks'],
  },
  {
    that: 'has nothing that refuses',
    parts: { actions: BUTTON('accept-all', 'Accept all') },
    visits: ['reject', 'accept'],
    declared: declaring([choice]),
    finds: ['C304 clicks'],
  },
  {
    that: 'makes the refusal small',
    parts: {
      actions:
        BUTTON('reject-all', 'Reject all', 'style="font-size:10px"') + BUTTON('accept-all', 'Accept all'),
    },
    visits: ['no-choice'],
    finds: ['C305 prominence'],
  },
  {
    that: 'makes the refusal look like a link',
    parts: {
      actions:
        BUTTON('reject-all', 'Reject all', 'style="background:none;color:#234"') +
        BUTTON('accept-all', 'Accept all'),
    },
    visits: ['no-choice'],
    finds: ['C305 prominence'],
  },
  {
    that: 'writes the refusal in pale letters',
    parts: {
      actions: BUTTON('reject-all', 'Reject all', 'style="color:#678"') + BUTTON('accept-all', 'Accept all'),
    },
    visits: ['no-choice'],
    finds: ['C305 prominence'],
  },
  {
    that: 'puts its buttons in another order',
    parts: {
      actions: BUTTON('accept-all', 'Accept all') + BUTTON('reject-all', 'Reject all', 'style="width:150px"'),
    },
    visits: ['no-choice'],
    finds: [],
  },
  {
    that: 'ticks a choice in advance',
    parts: { toggles: '<input type="checkbox" data-consent-toggle="analytics" checked>' },
    visits: ['no-choice'],
    finds: ['C306 ticked'],
  },
  {
    that: 'ticks what is always on',
    parts: { toggles: '<input type="checkbox" data-consent-toggle="necessary" checked disabled>' },
    visits: ['no-choice'],
    finds: [],
  },

  // What the banner says.
  {
    that: 'does not say who asks',
    parts: { text: 'We and 3 partners measure how the site is used. You can withdraw at any time.' },
    visits: ['no-choice'],
    finds: ['C401 controller'],
  },
  {
    that: 'does not say what for',
    parts: { text: 'Coast Shop and 3 partners would like to use cookies. You can withdraw at any time.' },
    visits: ['no-choice'],
    finds: ['C402 purposes'],
  },
  {
    that: 'does not say how many take part',
    parts: {
      ...WORKING,
      text: 'Coast Shop would like to measure how the site is used. You can withdraw at any time.',
    },
    visits: ['accept'],
    finds: ['C403 recipients'],
  },
  {
    that: 'does not say how to withdraw',
    parts: { text: 'Coast Shop and 3 partners would like to measure how the site is used.' },
    visits: ['no-choice'],
    finds: ['C404 withdrawal'],
  },
  {
    that: 'speaks German',
    parts: {
      language: 'de',
      text: 'Coast Shop und 3 Partner messen die Nutzung der Website.',
    },
    visits: ['no-choice'],
    finds: ['C404 withdrawal'],
  },
  {
    that: 'links to a policy that is not there',
    parts: { links: '<a href="/datenschutz">Privacy policy</a>' },
    visits: ['no-choice'],
    finds: ['C405 https://%/datenschutz'],
  },
];
