import { createTestConfig } from '@permesso/consent-core';
import type { Page } from 'playwright-core';
import { trackers } from './trackers.ts';

export const config = createTestConfig({
  trackers,
  banner: { links: { privacy: '/privacy', cookies: '/cookies' } },
});
export const usa = createTestConfig({ ...config, jurisdiction: { country: 'US', model: 'opt-out' } });
/** Long enough to scroll, with something to focus. */
export const main = `<h1>Huts</h1>${'<p><a href="/hut">A hut</a> above the tree line.</p>'.repeat(60)}`;
export const banner = '[data-consent-banner]';
export const dialog = 'dialog[data-consent-preferences]';
export const customize = `${banner} [data-consent-action=customize]`;

/** Whether anything optional is granted. */
export const granted = (page: Page) =>
  page.evaluate(() => {
    const { store } = window as unknown as { store: { getState(): { decisions: Record<string, boolean> } } };
    return Object.values(store.getState().decisions).some(Boolean);
  });
/** Whether the focus is in such an element. */
export const focused = (page: Page, selector: string) =>
  page.evaluate((part) => document.activeElement?.closest(part) !== null, selector);
/** How many cookies the visitor has. */
export const cookies = async (page: Page) => (await page.context().cookies()).length;

/** Luminance contrast of an element's text and its own background (WCAG 1.4.3). */
export const contrast = (page: Page, selector: string) =>
  page.evaluate((part) => {
    const channels = (color: string) => {
      const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!;
      canvas.fillStyle = color;
      canvas.fillRect(0, 0, 1, 1);
      return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3).map((value) => value / 255);
    };
    const luminance = (color: string) => {
      const [r, g, b] = channels(color).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
      return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
    };
    const style = getComputedStyle(document.querySelector(part)!);
    const [light, dark] = [luminance(style.color), luminance(style.backgroundColor)].sort((a, b) => b - a);
    return (light! + 0.05) / (dark! + 0.05);
  }, selector);
