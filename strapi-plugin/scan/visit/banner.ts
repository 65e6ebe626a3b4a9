/** Finds the banner of a page and decides on it: by the product's markup, by selectors, or by known rules. */
import type { Locator, Page } from 'playwright-core';
import { LIMITS } from '../limits';
import type { BannerSelectors } from '../options';
import { within } from '../within';
import { autoconsentBanner } from './autoconsent';
import type { Banner } from './found-banner';

/** A CSS selector of the product's markup. */
export const HOOKS = {
  banner: '[data-consent-banner]',
  preferences: '[data-consent-preferences]',
  manage: '[data-consent-manage], [data-consent-action="customize"]',
  action: (name: string) => `[data-consent-action="${name}"]`,
} as const;

/** What is known of a site's banner before one looks for it. */
export interface BannerSource {
  selectors: BannerSelectors;
  /** The site is of this product. */
  ours: boolean;
  /** There is one, as far as is known: it is waited for until no machine is too busy to show it. */
  known: boolean;
}

/**
 * The banner, once it is in view; null where none comes.
 *
 * @param patience milliseconds to wait for it
 */
export async function findBanner(
  page: Page,
  { selectors, ours, known }: BannerSource,
  patience: number = known ? LIMITS.knownBanner : LIMITS.banner,
): Promise<Banner | null> {
  if (selectors.banner || selectors.accept) {
    const banner = selectedBanner(page, selectors);
    return (await appears(banner.container ?? banner.acceptButton, patience)) ? banner : null;
  }
  const hooks = page.locator(HOOKS.banner);
  if (ours || (await countOf(hooks)) > 0) return (await appears(hooks, patience)) ? ownBanner(page) : null;
  return autoconsentBanner(page, patience);
}

/** How many there are; none in a page that does not answer. */
export const countOf = (what: Locator): Promise<number> => within(LIMITS.look, what.count(), 0);

async function appears(what: Locator | null, patience: number): Promise<boolean> {
  try {
    await what?.first().waitFor({ state: 'visible', timeout: patience });
    return what !== null;
  } catch {
    return false;
  }
}

/** Waits until what was decided on has gone; a banner that stays has not been decided on. */
async function goes(what: Locator): Promise<boolean> {
  try {
    await what.first().waitFor({ state: 'hidden', timeout: LIMITS.knownBanner });
    return true;
  } catch {
    return false;
  }
}

async function click(what: Locator): Promise<boolean> {
  try {
    await what.first().click({ timeout: LIMITS.knownBanner });
    return true;
  } catch {
    return false;
  }
}

function ownBanner(page: Page): Banner {
  const container = page.locator(HOOKS.banner).first();
  const preferences = page.locator(HOOKS.preferences).first();
  const button = (where: Locator, name: string) => where.locator(`${HOOKS.action(name)}:visible`).first();
  const openPreferences = async () => {
    const customize = button(container, 'customize');
    // A banner that is in view has its buttons; one that is not there would be waited for.
    if ((await countOf(customize)) === 0 || !(await click(customize))) return null;
    return (await appears(preferences, LIMITS.knownBanner)) ? preferences : null;
  };
  const decide = async (name: string): Promise<number | null> => {
    if ((await countOf(button(container, name))) > 0)
      return (await click(button(container, name))) && (await goes(container)) ? 1 : null;
    const opened = await openPreferences();
    if (!opened) return null;
    const chosen = (await countOf(button(opened, name))) > 0 ? name : 'save';
    return (await click(button(opened, chosen))) && (await goes(container)) ? 2 : null;
  };
  return {
    foundBy: 'permesso',
    manager: 'Permesso',
    container,
    acceptButton: button(container, 'accept-all'),
    refuseButton: button(container, 'reject-all'),
    accept: () => decide('accept-all'),
    refuse: () => decide('reject-all'),
    openPreferences,
    async grantOnly(category, services) {
      const opened = await openPreferences();
      if (!opened) return null;
      // Those of services after those of categories, which they follow where there is one.
      for (const [boxes, wanted] of [
        [CATEGORY_SWITCH, category === null ? [] : [category]],
        [SERVICE_SWITCH, services],
      ] as const)
        for (const toggle of await opened.locator(`${boxes}:not(:disabled)`).all()) {
          const isWanted = wanted.includes((await toggle.getAttribute('data-consent-toggle')) ?? '');
          // The input may be drawn by its label alone.
          await toggle.setChecked(isWanted, { force: true, timeout: LIMITS.knownBanner });
        }
      return (await click(button(opened, 'save'))) && (await goes(container)) ? 3 : null;
    },
  };
}

const SERVICE_SWITCH = '[data-consent-toggle][name=service]';
const CATEGORY_SWITCH = '[data-consent-toggle]:not([name=service])';

/** Names of the optional categories that the preferences offer. */
export async function offeredCategories(preferences: Locator): Promise<string[]> {
  const keys = await preferences
    .locator(CATEGORY_SWITCH)
    .evaluateAll((toggles) => toggles.map((toggle) => toggle.getAttribute('data-consent-toggle') ?? ''));
  return [...new Set(keys.filter(Boolean))].slice(0, 50);
}

function selectedBanner(page: Page, selectors: BannerSelectors): Banner {
  const steps = (text: string | undefined) =>
    text ? text.split(' >> ').map((part) => page.locator(part).first()) : [];
  const accept = steps(selectors.accept);
  const refuse = steps(selectors.refuse);
  const container = selectors.banner ? page.locator(selectors.banner).first() : null;
  const walk = async (path: Locator[]): Promise<number | null> => {
    for (const step of path) if (!(await click(step))) return null;
    const last = container ?? path.at(-1);
    return last && (await goes(last)) ? path.length : null;
  };
  return {
    foundBy: 'selectors',
    manager: 'unknown',
    container,
    acceptButton: accept[0] ?? null,
    // Where more than one click leads there, the first layer has nothing that refuses.
    refuseButton: refuse.length === 1 ? (refuse[0] ?? null) : null,
    accept: () => walk(accept),
    refuse: () => walk(refuse),
    async openPreferences() {
      for (const step of steps(selectors.customize)) if (!(await click(step))) return null;
      // Where nobody says what opens choices, some may stand on the banner; what is opened may stand anywhere.
      return selectors.customize ? page.locator('body') : container;
    },
  };
}

/**
 * Takes back what was granted, by what the page offers for it.
 *
 * @returns the clicks that it took, or null where there is no way.
 */
export async function withdrawConsent(page: Page, { selectors, ours }: BannerSource): Promise<number | null> {
  if (selectors.manage && selectors.withdraw) {
    const opened = await click(page.locator(selectors.manage));
    return opened && (await click(page.locator(selectors.withdraw))) ? 2 : null;
  }
  if (!ours && (await countOf(page.locator(HOOKS.manage))) === 0) return null;
  if (!(await click(page.locator(HOOKS.manage).locator('visible=true')))) return null;
  const preferences = page.locator(HOOKS.preferences).first();
  if (!(await appears(preferences, LIMITS.knownBanner))) return null;
  for (const name of ['withdraw', 'reject-all']) {
    const button = preferences.locator(`${HOOKS.action(name)}:visible`).first();
    if ((await countOf(button)) > 0 && (await click(button))) return 2;
  }
  return null;
}
