import { type ConsentCookieV1, decodeConsentCookie } from '@permesso/consent-core';
import { expect } from 'vitest';
import { COOKIE } from '../visitor.ts';
import type { Key, Window } from './engine.ts';

/** Milliseconds that a page may take to come into a state, on a machine that does other things too. */
const WITHIN = 10_000;

/** What will be so: asked again until it is, also while one page follows another. */
export const eventually = <T>(ask: () => T) => expect.poll(ask, { timeout: WITHIN });

export const isShown = (window: Window, selector: string): Promise<boolean> =>
  window.evaluate(
    (found) => document.querySelector(found)?.checkVisibility({ visibilityProperty: true }) === true,
    selector,
  );

export const count = (window: Window, selector: string): Promise<number> =>
  window.evaluate((found) => document.querySelectorAll(found).length, selector);

export const isChecked = (window: Window, selector: string): Promise<boolean> =>
  window.evaluate((found) => document.querySelector<HTMLInputElement>(found)!.checked, selector);

export const hasFocus = (window: Window, selector: string): Promise<boolean> =>
  window.evaluate((found) => document.activeElement?.matches(found) === true, selector);

/** The path of the page that is loaded, or nothing while it is on its way. */
export const path = (window: Window): Promise<string> =>
  window.evaluate(() => (document.readyState === 'complete' ? location.pathname : ''));

/** Waits until an element is shown and nothing moves: half-way through a fade it is not where it will be. */
async function settled(window: Window, selector: string): Promise<void> {
  await eventually(() => isShown(window, selector)).toBe(true);
  const moving = () => document.getAnimations().some(({ playState }) => playState === 'running');
  await eventually(() => window.evaluate(moving)).toBe(false);
}

/** Clicks on an element as soon as it can be clicked on. */
export async function click(window: Window, selector: string): Promise<void> {
  await settled(window, selector);
  await window.click(selector);
}

/** Presses a key on an element that has been given the focus. */
export async function pressOn(window: Window, selector: string, key: Key): Promise<void> {
  await settled(window, selector);
  await window.evaluate((found) => document.querySelector<HTMLElement>(found)!.focus(), selector);
  await window.press(key);
}

/** The cookies that a page can read, by name. */
export async function cookies(window: Window): Promise<Record<string, string>> {
  const pairs = (await window.evaluate(() => document.cookie)).split('; ').filter(Boolean);
  return Object.fromEntries(
    pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  );
}

/** The consent cookie, decoded; null where there is none. */
export async function consent(window: Window): Promise<ConsentCookieV1 | null> {
  return decodeConsentCookie((await cookies(window))[COOKIE]);
}
