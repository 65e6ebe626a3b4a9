import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { watchRequests } from '../../../core/tests/adapter-contract/rest.ts';
import { headlessOptions } from '../../../playground/run/chromium.ts';
import { reuseContexts } from './contexts.ts';
import { type PageOptions, pageDocument } from './document.ts';
import { hostRules } from './hosts.ts';

const KEY = Symbol.for('permesso.tests.browser');
const shared = globalThis as { [KEY]?: Promise<Browser> };

/**
 * The Chromium of this worker, started by the first file that asks: a test that is to begin as a new visitor opens a
 * context of its own. Closing it closes those alone.
 *
 * @param reusing whether a context that was closed may serve the next visitor, emptied
 */
export async function launch({ reusing = false } = {}): Promise<Browser> {
  shared[KEY] ??= hostRules().then((rules) => chromium.launch(headlessOptions(rules)));
  const browser = await shared[KEY];
  const open = async (options?: BrowserContextOptions) => {
    const context = await browser.newContext(options);
    return options?.javaScriptEnabled === false ? context : watchRequests(context);
  };
  const reused = reuseContexts(open);
  return Object.assign(Object.create(browser) as Browser, {
    newContext: reusing ? reused.newContext : open,
    async close() {
      reused.end();
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
  });
}

/** Opens a page of a site that has the components in its layout. */
export async function openPage(
  browser: Browser,
  options: PageOptions = {},
  context: BrowserContextOptions = {},
): Promise<Page> {
  const page = await (await browser.newContext(context)).newPage();
  const html = await pageDocument(options);
  await page.route('https://site.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: html }),
  );
  await page.goto('https://site.example/page?q=1');
  return page;
}

const axeSource = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** What axe finds wrong in a part of the page: rule and element. */
export async function violations(page: Page, selector: string): Promise<string[]> {
  await page.evaluate(await readFile(axeSource, 'utf8'));
  return page.evaluate(async (part) => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') };
    const found = await axe.run(part, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'],
    });
    return found.violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html}`));
  }, selector);
}
