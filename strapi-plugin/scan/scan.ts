/** A scan: looks at a site as visitors would, under every decision, and judges what happened. */
import type { Browser } from 'playwright-core';
import { type Declared, declaredByPage, declaredInFile } from './declared';
import { LIMITS } from './limits';
import { identitiesIn } from './naming/identity';
import { namesEntities } from './naming/known';
import { type HostAliases, hostAliases, NO_ALIASES, resolverOfMachine } from './observe/host-aliases';
import type { Observations, VisitRecord } from './observe/observations';
import type { ScanOptions } from './options';
import { makeReport } from './report/make-report';
import type { ScanReport } from './report/schema';
import { visitName } from './rules/rule';
import { loadAutoconsent } from './visit/autoconsent';
import { type BannerSource, HOOKS } from './visit/banner';
import { type BannerExamination, examineBanner, tryKeyboard, watchBannerPaint } from './visit/banner-facts';
import { listedOthers, listedPages, pageOrder } from './visit/page-order';
import { siteAddress } from './visit/site-address';
import type { VisitorTraits } from './visit/visit-record';
import { openVisitor } from './visit/visitor';
import { makeVisit, plannedVisits, type VisitBasis } from './visit/visits';
import { within } from './within';

/** Hears what the scan is about to do. */
export type Progress = (line: string) => void;

/** What is known of the site before the visits begin. */
interface FirstLook {
  /** The site's own address, which may be another than the one that was asked for. */
  url: string;
  declared: Declared | null;
  source: BannerSource;
  examined: BannerExamination | null;
  pages: string[];
}

/**
 * Scans a site with a browser that the caller has started and closes.
 *
 * @throws where the first page cannot be opened, and where what is given as declared is not valid.
 */
export async function scan(
  browser: Browser,
  options: ScanOptions,
  version: string,
  progress: Progress = () => {},
): Promise<ScanReport> {
  const startedAt = new Date();
  progress(`opening ${options.url}`);
  const { url, declared, source, examined, pages } = await lookFirst(browser, options);
  const identities = identitiesIn(declared, url);
  const basis: VisitBasis = {
    browser,
    options: { ...options, url },
    source,
    declared,
    identities,
    aliases: aliasesFor(url, options),
    pages,
  };
  progress(`${pages.length} ${pages.length === 1 ? 'page' : 'pages'} to visit`);
  const visits = await makeVisits(basis, progress);
  const observations: Observations = {
    site: url,
    declared,
    visits,
    banner: examined?.facts ?? null,
  };
  return makeReport(observations, identities, {
    version,
    browser: `Chromium ${browser.version()}`,
    startedAt,
    endedAt: new Date(),
    pictures: examined?.picture ? [examined.picture] : [],
    notes: [...missingLibraries(source), ...otherAddresses(basis.options)],
  });
}

/** Hosts that are mapped are a copy, whose names say nothing. */
function aliasesFor(url: string, { resolveCname, hostMap }: ScanOptions): HostAliases {
  if (resolveCname) return hostAliases(url, resolveCname);
  return hostMap.length > 0 ? NO_ALIASES : hostAliases(url, resolverOfMachine());
}

const FIRST_LOOK: VisitorTraits = { kind: 'no-choice', model: 'opt-in' };

/** A visit of its own: what is pressed and opened to look at the banner must not be part of those that are judged. */
async function lookFirst(browser: Browser, options: ScanOptions): Promise<FirstLook> {
  const visitor = await openVisitor(browser, FIRST_LOOK, options);
  try {
    await visitor.page.addInitScript(watchBannerPaint, options.selectors.banner ?? HOOKS.banner);
    const first = firstPage(options);
    if (!(await visitor.go(first))) throw new Error(visitor.record.notes[0] ?? 'the site does not answer');
    const url = siteAddress(options.url, visitor.arrivedAt);
    const declared = options.declared ? declaredInFile(options.declared) : await declaredByPage(visitor.page);
    const ours = declared?.product != null;
    const source: BannerSource = { selectors: options.selectors, ours, known: ours };
    const examined = await within(LIMITS.firstLook, examineBanner(visitor, source, options), null);
    source.known = ours || examined !== null;
    if (examined && (await visitor.go(first)))
      examined.facts.keyboard = await within(LIMITS.firstLook, tryKeyboard(visitor.page, source), null);
    const pages = await within(LIMITS.firstLook, pageOrder(visitor.page, { ...options, url }), [url]);
    return { url, declared, source, examined, pages };
  } finally {
    await visitor.close();
  }
}

/** @throws where there is a list, and no page of the site in it. */
function firstPage(options: ScanOptions): string {
  const first = options.list.length > 0 ? listedPages(options)[0] : options.url;
  if (first === undefined) throw new Error(`the list names no page of ${new URL(options.url).origin}`);
  return first;
}

function otherAddresses(options: ScanOptions): string[] {
  const others = listedOthers(options);
  const { origin } = new URL(options.url);
  return others.length > 0
    ? [`not visited, as no pages of ${origin}: ${others.slice(0, 10).join(', ')}`]
    : [];
}

/** All visits, a few at a time, in the order in which they were planned. */
async function makeVisits(basis: VisitBasis, progress: Progress): Promise<VisitRecord[]> {
  const waiting = plannedVisits(basis.options, basis.declared).map((traits, at) => ({ traits, at }));
  const records: VisitRecord[] = [];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      progress(`visit: ${nameOf(next.traits)}`);
      records[next.at] = await makeVisit(basis, next.traits);
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, basis.options.parallel) }, work));
  return records;
}

const nameOf = (traits: VisitorTraits): string =>
  visitName({ category: null, service: null, place: null, ...traits });

function missingLibraries({ ours, selectors }: BannerSource): string[] {
  const missing = [
    !ours &&
      !selectors.accept &&
      !loadAutoconsent() &&
      '@duckduckgo/autoconsent (finds banners of other consent managers)',
    !namesEntities() && 'third-party-web (names third parties)',
  ].filter(Boolean);
  return missing.length > 0 ? [`not installed, so this scan knows less: ${missing.join(', ')}`] : [];
}
