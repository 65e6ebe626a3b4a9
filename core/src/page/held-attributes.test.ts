// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest';
import { attachHeld } from './held-attributes.ts';
import type { ConsentGrants } from './ledger.ts';

let granted = false;
let tell: () => void = () => {};
const grants: ConsentGrants = {
  has: (expr) => granted && expr === 'marketing',
  subscribe(listener) {
    tell = listener;
    listener();
    return () => {};
  },
};

const grant = (now: boolean) => {
  granted = now;
  tell();
};

beforeEach(() => {
  granted = false;
});

it.each([
  [
    'a list of pictures',
    '<img data-consent-srcset="data:, 2x" data-consent-category="marketing" data-consent-held="srcset">',
    ['srcset', null, 'data:, 2x'],
  ],
  [
    'a style, with what stands in for it',
    '<p style="color: red" data-consent-style="color: blue" data-consent-category="marketing" data-consent-held="style"></p>',
    ['style', 'color: red', 'color: blue'],
  ],
] as const)('I2: gives back what is held, and takes it again: %s', (_, html, [name, held, given]) => {
  document.body.innerHTML = html;
  attachHeld(grants);
  const value = () => document.body.firstElementChild!.getAttribute(name);
  expect(value()).toBe(held);
  grant(true);
  expect(value()).toBe(given);
  tell();
  expect(value()).toBe(given);
  grant(false);
  expect(value()).toBe(held);
});

it('I2: gives back the text of a style, and takes it again', () => {
  document.body.innerHTML =
    '<style data-consent-css="p{color:blue}" data-consent-category="marketing" data-consent-held="css">p{}</style>';
  attachHeld(grants);
  const text = () => document.querySelector('style')!.textContent;
  expect(text()).toBe('p{}');
  grant(true);
  expect(text()).toBe('p{color:blue}');
  grant(false);
  expect(text()).toBe('p{}');
});

it('gives back a document that the server has held, and none that content has', () => {
  const frame = (own: string) =>
    `<iframe data-consent-srcdoc="text" data-consent-category="marketing" data-consent-held="srcdoc" ${own}></iframe>`;
  document.body.innerHTML = frame('consent-own') + frame('');
  attachHeld(grants);
  const documents = () => [...document.querySelectorAll('iframe')].map((one) => one.getAttribute('srcdoc'));
  grant(true);
  expect(documents()).toEqual(['text', null]);
  grant(false);
  expect(documents()).toEqual([null, null]);
});

it('gives back no handler, and nothing that names no category or another', () => {
  document.body.innerHTML = [
    '<img data-consent-onload="x" data-consent-category="marketing" data-consent-held="onload">',
    '<img data-consent-srcset="data:," data-consent-held="srcset">',
    '<img data-consent-srcset="data:," data-consent-category="analytics" data-consent-held="srcset">',
  ].join('');
  attachHeld(grants);
  grant(true);
  for (const image of document.querySelectorAll('img')) {
    expect([image.getAttribute('onload'), image.getAttribute('srcset')]).toEqual([null, null]);
  }
});
