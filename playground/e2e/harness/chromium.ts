import { type Browser, chromium } from 'playwright-core';
import { chromiumOptions } from '../../run/chromium.ts';

/** @throws where this machine has no Chromium. */
export const launchChromium = (): Promise<Browser> => chromium.launch(chromiumOptions());
