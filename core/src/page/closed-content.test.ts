// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest';
import { closeContent } from './closed-content.ts';
import { attachDeclared } from './declared-markup.ts';
import { openGate } from './gate.ts';
import { attachHeld } from './held-attributes.ts';

const WAITING = [
  '<div data-consent-gate="a" data-consent-category="marketing" data-state="closed"><template><i>held</i></template><p data-consent-blocked="">placeholder</p></div>',
  '<img data-consent-src="/" data-consent-category="marketing">',
  '<img data-consent-srcset="data:, 2x" data-consent-category="marketing" data-consent-held="srcset">',
  '<img data-consent-src="/a" data-consent-srcset="data:,b 2x" data-consent-category="marketing" data-consent-held="srcset">',
  '<video data-consent-src="/a" data-consent-category="marketing"><source data-consent-src="/b" data-consent-category="marketing"></video>',
  '<p style="color: red" data-consent-style="color: blue" data-consent-category="marketing" data-consent-held="style"></p>',
  '<style data-consent-css="p{color:blue}" data-consent-category="marketing" data-consent-held="css">p{}</style>',
];

const granting = {
  has: () => true,
  subscribe(listener: () => void) {
    listener();
    return () => {};
  },
};

afterEach(() => {
  document.body.innerHTML = '';
});

it.each(WAITING)('I5: is as it was written, whatever was opened in it: %s', (html) => {
  document.body.innerHTML = `<section>${html}</section>`;
  const section = document.querySelector('section')!;
  const written = section.innerHTML;
  for (const gate of section.querySelectorAll<HTMLElement>('[data-consent-gate]')) openGate(gate);
  attachDeclared(granting);
  attachHeld(granting);
  const copy = section.cloneNode(true) as HTMLElement;
  expect(copy.innerHTML).not.toBe(written);
  closeContent(copy);
  const attributes = (text: string) => text.match(/[\w-]+="[^"]*"|>[^<]*/g)?.sort();
  expect(attributes(copy.innerHTML)).toEqual(attributes(written));
});
