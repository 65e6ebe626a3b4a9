/** What a banner looks like and says to somebody who has not decided yet. */
import type { ElementHandle, Page } from 'playwright-core';
import { LIMITS } from '../limits';
import type { BannerFacts, ButtonLook } from '../observe/observations';
import type { ScanOptions } from '../options';
import type { Picture } from '../report/fit-report';
import { safeAddress, safeText } from '../safe-text';
import { within } from '../within';
import { type BannerSource, countOf, findBanner } from './banner';
import type { Banner } from './found-banner';
import { screenshot } from './screenshot';
import type { Visitor } from './visitor';

export interface BannerExamination {
  facts: BannerFacts;
  picture: Picture | null;
}

/** Looks at the banner of the page that the visitor has open, then works it by the keyboard, which decides. */
export async function examineBanner(
  visitor: Visitor,
  source: BannerSource,
  options: ScanOptions,
): Promise<BannerExamination | null> {
  const { page } = visitor;
  const banner = await findBanner(page, source);
  if (!banner) return null;
  const delay = await within(LIMITS.look, page.evaluate(readDelay), null);
  const container = (await handleOf(banner.container)) ?? (await handleOf(banner.acceptButton));
  const text = container ? await within(LIMITS.look, container.evaluate(readText), null) : null;
  const picture = await pictureOf(page);
  const facts: BannerFacts = {
    page: safeAddress(page.url()),
    foundBy: banner.foundBy,
    manager: banner.manager,
    text: safeText(text?.text ?? '', 4_000),
    language: safeText(text?.language ?? ''),
    siteNames: options.controller ? [options.controller] : await siteNames(page, options.url),
    accept: await lookAt(banner.acceptButton),
    refuse: await lookAt(banner.refuseButton),
    delay,
    keyboard: null,
    ticked: [],
    links: await followLinks(visitor, text?.links ?? [], options),
    screenshot: picture?.name ?? null,
  };
  facts.ticked = await tickedInAdvance(banner);
  return { facts, picture };
}

async function pictureOf(page: Page): Promise<Picture | null> {
  const data = await screenshot(page, 60);
  return data === null ? null : { name: 'banner', data, low: (await screenshot(page, 20)) ?? undefined };
}

/**
 * Whether both buttons are reached by Tab, and what refuses works by Enter. The visitor has just opened the page.
 *
 * @returns null where it is not known which the buttons are.
 */
export async function tryKeyboard(
  page: Page,
  source: BannerSource,
): Promise<{ accept: boolean; refuse: boolean } | null> {
  const banner = await findBanner(page, source);
  if (!banner) return null;
  const accept = await handleOf(banner.acceptButton);
  const refuse = await handleOf(banner.refuseButton);
  if (!accept || !refuse) return null;
  const reached = { accept: false, refuse: false };
  const isFocused = (element: ElementHandle) =>
    within(
      LIMITS.look,
      element.evaluate((node) => node.contains(node.ownerDocument?.activeElement ?? null)),
      false,
    );
  for (let stop = 0; stop < LIMITS.tabStops && !(reached.accept && reached.refuse); stop++) {
    await within(LIMITS.look, page.keyboard.press('Tab'), undefined);
    reached.accept ||= await isFocused(accept);
    reached.refuse ||= await isFocused(refuse);
  }
  if (!reached.refuse) return reached;
  await within(
    LIMITS.look,
    refuse.evaluate((node) => (node as HTMLElement).focus()),
    undefined,
  );
  await within(LIMITS.look, page.keyboard.press('Enter'), undefined);
  try {
    await refuse.waitForElementState('hidden', { timeout: LIMITS.knownBanner });
  } catch {
    reached.refuse = false;
  }
  return reached;
}

/** Runs in every document of the visit that looks at the banner: when something is painted, and when the banner is in view. */
export function watchBannerPaint(selector: string): void {
  const page = window as unknown as { __permessoBannerAt?: number };
  const look = () => {
    const banner = document.querySelector(selector);
    const { width = 0, height = 0 } = banner?.getBoundingClientRect() ?? {};
    if (width * height > 0 && banner?.checkVisibility({ visibilityProperty: true, opacityProperty: true })) {
      page.__permessoBannerAt = performance.now();
    } else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

function readDelay(): number | null {
  const at = (window as unknown as { __permessoBannerAt?: number }).__permessoBannerAt;
  const paint = performance.getEntriesByName('first-paint')[0];
  return at === undefined || !paint ? null : Math.max(0, Math.round(at - paint.startTime));
}

async function handleOf(what: Banner['container']): Promise<ElementHandle | null> {
  if (!what || (await countOf(what)) === 0) return null;
  return within(LIMITS.look, what.elementHandle({ timeout: LIMITS.look }), null);
}

async function lookAt(what: Banner['acceptButton']): Promise<ButtonLook | null> {
  const element = await handleOf(what);
  if (!element || !(await within(LIMITS.look, element.isVisible(), false))) return null;
  const look = await within(LIMITS.look, element.evaluate(readLook), null);
  return look && { ...look, text: safeText(look.text) };
}

/** Runs in the page. */
function readText(node: Node) {
  const element = node as HTMLElement;
  const links = [...element.querySelectorAll('a[href]')].slice(0, 50) as HTMLAnchorElement[];
  return {
    // biome-ignore lint/performance/useDomNodeTextContent: what is drawn counts.
    text: element.innerText.slice(0, 20_000),
    language: element.closest('[lang]')?.getAttribute('lang') ?? '',
    links: links
      .filter((link) => link.checkVisibility())
      .map((link) => ({ address: link.href, text: (link.textContent ?? '').slice(0, 300) })),
  };
}

/** Runs in the page: how an element is drawn, its contrasts by WCAG's formula. */
function readLook(node: Node): ButtonLook {
  type Colour = [number, number, number, number];
  const element = node as HTMLElement;
  const canvas = Object.assign(document.createElement('canvas'), { width: 1, height: 1 });
  const context = canvas.getContext('2d', { willReadFrequently: true });
  const colour = (css: string): Colour => {
    if (!context) return [0, 0, 0, 0];
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = css;
    context.fillRect(0, 0, 1, 1);
    const [r = 0, g = 0, b = 0, a = 0] = context.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const over = (top: Colour, below: Colour): Colour => {
    const mix = (at: 0 | 1 | 2) => top[at] * top[3] + below[at] * (1 - top[3]);
    return [mix(0), mix(1), mix(2), 1];
  };
  const groundOf = (of: Element | null): Colour => {
    if (!of) return [255, 255, 255, 1];
    const own = colour(getComputedStyle(of).backgroundColor);
    return own[3] === 1 ? own : over(own, groundOf(of.parentElement));
  };
  const luminance = ([r, g, b]: Colour) => {
    const linear = (value: number) =>
      value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4;
    return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
  };
  const contrast = (one: Colour, other: Colour) => {
    const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
    return Math.round(((light + 0.05) / (dark + 0.05)) * 100) / 100;
  };
  const style = getComputedStyle(element);
  const box = element.getBoundingClientRect();
  const around = groundOf(element.parentElement);
  const ground = groundOf(element);
  const hasBorder = Number.parseFloat(style.borderTopWidth) > 0 && style.borderTopStyle !== 'none';
  const border = hasBorder ? contrast(over(colour(style.borderTopColor), around), around) : 1;
  return {
    text:
      element.textContent || element.getAttribute('aria-label') || (element as HTMLInputElement).value || '',
    width: Math.round(box.width),
    height: Math.round(box.height),
    fontSize: Number.parseFloat(style.fontSize),
    fontWeight: Number.parseFloat(style.fontWeight),
    textContrast: contrast(over(colour(style.color), ground), ground),
    shapeContrast: Math.max(contrast(ground, around), border),
    inView: box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight + 1 && box.right <= innerWidth + 1,
  };
}

/** What the site calls itself, by its own markup and its host. */
async function siteNames(page: Page, address: string): Promise<string[]> {
  const told = await within(
    LIMITS.look,
    page.evaluate(() => {
      const meta = (name: string) =>
        document.querySelector(`meta[property="${name}"], meta[name="${name}"]`)?.getAttribute('content') ??
        '';
      const named: string[] = [];
      for (const script of [...document.querySelectorAll('script[type="application/ld+json"]')].slice(
        0,
        10,
      )) {
        try {
          const data = JSON.parse(script.textContent ?? '');
          for (const part of [data, ...(data['@graph'] ?? [])])
            if (/Organization|Business|WebSite|Person/.test(String(part['@type'])))
              named.push(part.name, part.legalName);
        } catch {
          // No JSON, or of another shape.
        }
      }
      const title = document.title.split(/\s[-|–—·:]\s/);
      // By the product's markup: whom its owner names there.
      const controller = document.querySelector('[data-consent-fact="controller"]')?.textContent;
      return [controller, meta('og:site_name'), meta('application-name'), ...named, ...title].map((name) =>
        String(name ?? ''),
      );
    }),
    [],
  );
  const labels = new URL(address).hostname.split('.');
  const own = labels.length > 1 && !/^\d+$/.test(labels.at(-1) ?? '') ? [labels.at(-2) ?? ''] : [];
  return [
    ...new Set([...told, ...own].map((name) => safeText(name)).filter((name) => name.length > 2)),
  ].slice(0, 12);
}

async function followLinks(
  visitor: Visitor,
  links: { address: string; text: string }[],
  { timeout }: ScanOptions,
): Promise<BannerFacts['links']> {
  const addresses = [...new Map(links.map((link) => [link.address, link])).values()].filter(({ address }) =>
    /^https?:/.test(address),
  );
  return Promise.all(
    addresses.slice(0, LIMITS.policyLinks).map(async ({ address, text }) => ({
      address: safeAddress(address),
      text: safeText(text),
      ...(await within(timeout, visitor.probe(address), { status: null, failure: 'it does not answer' })),
    })),
  );
}

/** Names of optional choices that are ticked where the preferences are opened before anything was decided. */
async function tickedInAdvance(banner: Banner): Promise<string[]> {
  const preferences = await banner.openPreferences?.();
  if (!preferences) return [];
  const names = await within(
    LIMITS.look,
    preferences.locator('input[type="checkbox"]:checked:not(:disabled)').evaluateAll((boxes) =>
      boxes.slice(0, 50).map((box) => {
        const { name, labels } = box as HTMLInputElement;
        return box.getAttribute('data-consent-toggle') || name || labels?.[0]?.textContent || box.id;
      }),
    ),
    [],
  );
  return names.map((name) => safeText(name)).filter(Boolean);
}
