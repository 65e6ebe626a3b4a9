/** What somebody does who reads a page: trackers may wait for it, or for some seconds to pass. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { LIMITS } from '../limits';
import { within } from '../within';

/** Stays on a page for so many milliseconds, or until `isOver`. */
export async function readPage(page: Page, stay: number, isOver: () => boolean): Promise<void> {
  await within(LIMITS.look, moveScrollAndPress(page), undefined);
  for (const end = Date.now() + stay; Date.now() < end && !isOver(); ) await pause(100);
}

/** The key does nothing by itself, so that it decides nothing on a banner. */
async function moveScrollAndPress(page: Page): Promise<void> {
  await page.mouse.move(300, 200);
  await page.mouse.move(320, 240);
  await page.mouse.wheel(0, 300);
  await page.keyboard.press('Shift');
}
