import { type Browser, chromium } from 'playwright-core';
import { chromiumOptions, headlessOptions } from '../../run/chromium.ts';

/**
 * As visitors have it, for pictures.
 *
 * @throws where this machine has no Chromium.
 */
export const launchChromium = (): Promise<Browser> => chromium.launch(chromiumOptions());

/**
 * Without windows, for tests.
 *
 * @throws where this machine has no Chromium.
 */
export const launchHeadless = (): Promise<Browser> => chromium.launch(headlessOptions());
