import { type Browser, chromium } from 'playwright-core';
import { findChromium } from '../../run/chromium.ts';

const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** @throws where this machine has no Chromium. */
export async function launchChromium(): Promise<Browser> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('There is no Chromium here; set CHROMIUM to the path of one.');
  return chromium.launch({ executablePath, args: ARGUMENTS });
}
