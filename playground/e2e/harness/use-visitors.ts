import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { launchHeadless } from './chromium.ts';
import { newVisitor, type Visitor, type VisitorTraits } from './visitor.ts';

/** One browser for a file of tests, one fresh profile for each visitor; everything is closed again. */
export function useVisitors(site: () => string): (traits?: VisitorTraits) => Promise<Visitor> {
  let browser: Browser;
  const contexts: BrowserContext[] = [];
  beforeAll(async () => {
    browser = await launchHeadless();
  });
  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()));
  });
  afterAll(() => browser?.close());
  return async (traits) => {
    const visitor = await newVisitor(browser, site(), traits);
    contexts.push(visitor.context);
    return visitor;
  };
}
