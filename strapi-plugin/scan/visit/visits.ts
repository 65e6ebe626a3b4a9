/** The visits of a scan: what each does, from the fresh profile to the last look. */
import { type ConsentModel, resolveJurisdictionModel } from '@permesso/consent-core';
import type { Browser } from 'playwright-core';
import type { Declared } from '../declared';
import { LIMITS } from '../limits';
import type { Identities } from '../naming/identity';
import type { HostAliases } from '../observe/host-aliases';
import type { Place, VisitKind, VisitRecord } from '../observe/observations';
import type { ScanOptions } from '../options';
import { within } from '../within';
import { type BannerSource, findBanner, withdrawConsent } from './banner';
import { pictureFindings } from './pictures';
import { comeBack } from './returning';
import type { VisitorTraits } from './visit-record';
import { openVisitor, type Visitor } from './visitor';

/** What all visits of a scan have in common. */
export interface VisitBasis {
  browser: Browser;
  options: ScanOptions;
  source: BannerSource;
  declared: Declared | null;
  identities: Identities;
  aliases: HostAliases;
  /** The first page before all others. */
  pages: readonly string[];
}

/** The visits that are made, in the order in which the report has them. */
export function plannedVisits(options: ScanOptions, declared: Declared | null): VisitorTraits[] {
  const model = (place: Place | null) => modelFor(place, declared);
  const here = (kind: VisitKind, more: Partial<VisitorTraits> = {}): VisitorTraits => ({
    kind,
    model: model(null),
    ...more,
  });
  const categories = declared?.product ? declared.categories.filter(({ required }) => !required) : [];
  const planned: VisitorTraits[] = [
    here('no-choice'),
    here('reject'),
    here('accept'),
    ...categories.slice(0, LIMITS.categories).map(({ key }) => here('category', { category: key })),
    ...servicesAmongOthers(declared)
      .slice(0, LIMITS.services)
      .map((service) => here('service', { service })),
    here('withdraw'),
    here('gpc', { gpc: true }),
    here('returning'),
    here('no-javascript', { javaScript: false }),
    ...options.places.flatMap((place) =>
      (['no-choice', 'reject', 'gpc'] as const).map((kind) => ({
        kind,
        place,
        gpc: kind === 'gpc',
        model: model(place),
      })),
    ),
  ];
  return planned.filter(({ kind }) => !options.visits || options.visits.includes(kind));
}

/** The services that a visitor can grant without others of their category: of one that has no others, the category's visit says all. */
function servicesAmongOthers(declared: Declared | null): string[] {
  if (!declared?.product?.byService) return [];
  const optional = declared.categories.filter(({ required }) => !required);
  return optional.flatMap(({ key }) => {
    const services = servicesOf(declared, key);
    return services.length > 1 ? services : [];
  });
}

/** What holds in a place by the product's table; where the scanner runs, what the site said. */
const modelFor = (place: Place | null, declared: Declared | null): ConsentModel =>
  place
    ? resolveJurisdictionModel({ country: place.country, region: place.region })
    : (declared?.model ?? 'opt-in');

/** Makes one visit. What cannot be done is noted in its record; nothing of the site makes it fail. */
export async function makeVisit(basis: VisitBasis, traits: VisitorTraits): Promise<VisitRecord> {
  const { options, pages } = basis;
  const visitor = await openVisitor(basis.browser, traits, options);
  const patience = LIMITS.besidePages + pages.length * options.timeout;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), patience);
  });
  try {
    const ended = await Promise.race([STEPS[traits.kind](visitor, basis, traits), late]);
    if (ended === 'late') giveUp(visitor.record, `it was given up after ${Math.round(patience / 1000)} s`);
  } catch (error) {
    giveUp(visitor.record, `it ended early: ${String((error as Error).message).split('\n')[0]}`);
  } finally {
    clearTimeout(timer);
    if (visitor.record.pages.length === 0) giveUp(visitor.record, 'no page of the site was seen');
    await markAliases(visitor, basis);
    await visitor.close();
  }
  return visitor.record;
}

function giveUp(record: VisitRecord, reason: string): void {
  record.notes.push(reason);
  record.complete = false;
}

/** The names of the services of a category. */
const servicesOf = (declared: Declared | null, category: string | null | undefined): string[] =>
  (declared?.trackers ?? []).flatMap(({ key, categoryKey }) =>
    key !== undefined && categoryKey === category ? [key] : [],
  );

type Steps = (visitor: Visitor, basis: VisitBasis, traits: VisitorTraits) => Promise<void>;

const STEPS: Record<VisitKind, Steps> = {
  'no-choice': seeAllPages,
  gpc: seeAllPages,
  'no-javascript': seeAllPages,
  reject: (visitor, basis) => decideThenSee(visitor, basis, 'refused', (banner) => banner.refuse()),
  accept: (visitor, basis) => decideThenSee(visitor, basis, 'granted', (banner) => banner.accept()),
  category: (visitor, basis, { category }) =>
    decideThenSee(
      visitor,
      basis,
      'partly',
      async (banner) =>
        (await banner.grantOnly?.(category ?? '', servicesOf(basis.declared, category))) ?? null,
    ),
  service: (visitor, basis, { service }) =>
    decideThenSee(
      visitor,
      basis,
      'partly',
      async (banner) => (await banner.grantOnly?.(null, service ? [service] : [])) ?? null,
    ),
  async withdraw(visitor, basis) {
    if (!(await decideOnFirstPage(visitor, basis, 'granted', (banner) => banner.accept()))) return;
    await visitor.look();
    await visitor.go(basis.pages[0] ?? basis.options.url);
    const clicks = await withdrawConsent(visitor.page, basis.source);
    if (clicks === null) return giveUp(visitor.record, 'nothing was found that withdraws consent');
    visitor.record.clicks = clicks;
    await visitor.settle();
    visitor.decided('withdrawn');
    await seeAllPages(visitor, basis);
  },
  async returning(visitor, basis) {
    if (!(await decideOnFirstPage(visitor, basis, 'granted', (banner) => banner.accept()))) return;
    const address = basis.pages[0] ?? basis.options.url;
    visitor.record.askedAgain = await comeBack(visitor, address, basis.source, basis.declared);
  },
};

/** Visits of people who have granted nothing, or no longer: what comes late must not come there. */
const STAYING = new Set<VisitKind>(['no-choice', 'reject', 'gpc', 'withdraw']);

async function seeAllPages(visitor: Visitor, basis: VisitBasis): Promise<void> {
  for (const [at, address] of basis.pages.entries()) {
    if (!(await visitor.go(address))) continue;
    if (at === 0 && STAYING.has(visitor.record.kind)) await visitor.stay();
    await seePage(visitor, basis);
    // Once in a visit also as people go on: what runs then may be no part of any page as it is loaded.
    if (at === 0 && (await visitor.follow(basis.pages))) await seePage(visitor, basis);
  }
}

async function seePage(visitor: Visitor, basis: VisitBasis): Promise<void> {
  await visitor.look();
  await markAliases(visitor, basis);
  await pictureFindings(visitor, { ...basis, site: basis.options.url });
}

const markAliases = ({ record }: Visitor, { aliases }: VisitBasis): Promise<void> =>
  within(LIMITS.look, aliases.mark(record.requests), undefined);

type Deciding = (banner: NonNullable<Awaited<ReturnType<typeof findBanner>>>) => Promise<number | null>;

/** Decides on the first page; false where that was not possible, which is noted. */
async function decideOnFirstPage(
  visitor: Visitor,
  { pages, options, source }: VisitBasis,
  decision: 'granted' | 'refused' | 'partly',
  deciding: Deciding,
): Promise<boolean> {
  const { record } = visitor;
  if (!(await visitor.go(pages[0] ?? options.url))) return false;
  const banner = await findBanner(visitor.page, source);
  record.bannerSeen = banner !== null;
  if (!banner) {
    giveUp(record, 'no banner was found');
    return false;
  }
  // What the click itself begins already counts under the decision.
  visitor.decided(decision);
  record.clicks = await deciding(banner);
  if (record.clicks === null) {
    giveUp(record, `nothing was found on the banner that leads to "${decision}"`);
    return false;
  }
  await visitor.settle();
  return true;
}

async function decideThenSee(
  visitor: Visitor,
  basis: VisitBasis,
  decision: 'granted' | 'refused' | 'partly',
  deciding: Deciding,
): Promise<void> {
  if (!(await decideOnFirstPage(visitor, basis, decision, deciding))) return;
  await seePage(visitor, basis);
  await seeAllPages(visitor, basis);
}
