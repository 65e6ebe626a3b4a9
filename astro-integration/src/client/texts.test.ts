// @vitest-environment happy-dom

import type { PagePayload } from '@permesso/consent-core';
import { type ConsentConfig, createTestConfig } from '@permesso/consent-core';
import { briefConfig } from '@permesso/consent-core/site';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { trackers } from '../../tests/page/trackers.ts';
import { page } from './page.ts';
import { withTexts } from './texts.ts';

const config = createTestConfig({ trackers });
const wire = <T>(value: T): T => JSON.parse(JSON.stringify(value));

let payload: PagePayload;
let asked: number;

beforeEach(() => {
  payload = { config: wire(briefConfig(config)), key: 'k', brief: true } as PagePayload;
  page().facts = { payload, has: () => false } as never;
  asked = 0;
  page().parts.texts = async () => {
    asked += 1;
  };
});
afterEach(() => document.body.replaceChildren());

/** Puts texts into the page and has them read. */
function read(
  told: unknown,
  tag = 'script',
  text = JSON.stringify({ key: 'k', config: told }),
): ConsentConfig {
  const element = document.createElement(tag);
  element.dataset.consentTexts = '';
  if (tag === 'script') element.setAttribute('type', 'application/json');
  element.textContent = text;
  document.body.append(element);
  withTexts(() => {});
  return payload.config!;
}

describe('the texts that a page brings along', () => {
  it('fill the configuration', () => {
    const { categories, trackers, banner } = config;
    expect(read({ categories, trackers, banner })).toEqual(wire(config));
    expect([payload.brief, asked]).toEqual([undefined, 0]);
  });

  it.each(['div', 'p', 'template'])('are not taken from a <%s>, which users may write', (tag) => {
    const before = wire(payload.config);
    expect(read({ jurisdiction: { model: 'none' }, banner: { title: 'Hi' } }, tag)).toEqual(before);
    expect([payload.brief, asked]).toEqual([true, 1]);
  });
});
