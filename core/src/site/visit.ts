import type { ConsentDecisions, ConsentExpr, ConsentView, PendingConfig } from '../contract/config.ts';
import { inertConfig } from '../contract/default-config.ts';
import type { GpcSignal, PagePayload } from '../contract/payload.ts';
import { escapeHtml } from '../contract/safe-html.ts';
import { readCookieLine } from '../rules/cookie-line.ts';
import { mayBeSet } from '../rules/declared-entries.ts';
import { isQuietPage } from '../rules/quiet-pages.ts';
import { initialView, isGranted, type ResolvedConsent, resolveConsent } from '../rules/resolve.ts';
import { type BannerNote, bannerNotes, firstBannerNotes } from '../ui/banner-notes.ts';
import { type Element, toHtml, toStyledHtml } from '../ui/markup.ts';
import { honorsGpc } from '../ui/preferences-form.ts';
import { preferencesPage } from '../ui/preferences-page.ts';
import { previewStyle } from '../ui/styles.ts';
import type { SiteSettings } from './options.ts';
import { type ConfigFiles, headHtml, NOT_KEPT, withRegion } from './page-payload.ts';
import { PageVariant, SLOT, type VariantFacts } from './page-variant.ts';
import type { Presentations } from './presentations.ts';
import { isOpen, type Preview, type PreviewAnswer } from './preview.ts';
import { endedPreview } from './preview-cookies.ts';
import { returnPath } from './route-request.ts';
import { keepNewest } from './shared-answers.ts';
import type { OwnTexts, Speech } from './speech.ts';
import { MODEL_HEADER } from './visitor-request.ts';

/** Where no configuration says how the consent cookie is named. */
const DEFAULT_CONFIG = inertConfig();

/** What a page may do and show. */
export interface VisitState {
  /** Null when no configuration is known: nothing is granted, nothing is shown, nothing is recorded. */
  config: PendingConfig | null;
  resolved: ResolvedConsent;
  gpc: boolean;
  /** What the page shows before its visitor does anything. */
  view: ConsentView;
  locale: string | null;
  /** Base path of the site's own consent routes. */
  basePath: string;
  /** False when the HTML must be the same for every visitor. */
  visitor: boolean;
  /** What the head is told. */
  payload: PagePayload;
  /** Whether this category, or this combination of categories, is granted. */
  has(expr: ConsentExpr): boolean;
}

/** A request as a visit is judged by it. */
export interface VisitFacts {
  config: PendingConfig | null;
  /** The cookie's raw value; null where the page must not depend on the visitor. */
  cookie: string | null;
  /** There may be a cookie that the browser does not send: then the page alone can read what was decided. */
  withheld?: boolean;
  gpc: GpcSignal;
  visitor: boolean;
  locale: string | null;
  /** ISO 3166-2 code of the visitor's region, where the page is to be told. */
  region?: string | undefined;
  /** The page's own address. */
  url: Pick<URL, 'href' | 'host' | 'pathname' | 'search'>;
  /** Is told when a banner that is due is written into the page. */
  shown?: (() => void) | undefined;
  /** What the page is a preview of; or the link that its visitor has does not hold, or cannot be asked for. */
  preview?: PreviewAnswer | undefined;
}

/** Finds what is prepared for a configuration and all else that its HTML depends on, or prepares it. */
export type Variants = (facts: VariantFacts, own?: OwnTexts) => PageVariant;

/** @param note is told of each that is prepared. */
export function createVariants(
  site: SiteSettings,
  files: ConfigFiles,
  note: Presentations['note'],
): Variants {
  const prepared = new WeakMap<object, Map<string, PageVariant>>();
  const nowhere = {};
  return (facts, own) => {
    const config = facts.config ?? nowhere;
    let ofConfig = prepared.get(config);
    if (!ofConfig) {
      ofConfig = new Map();
      prepared.set(config, ofConfig);
    }
    const { locale, visitor, gpc, view, notes, honored, quiet } = facts;
    const key = `${locale}|${visitor}|${gpc}|${view}|${notes}|${honored}|${quiet}|${own ? JSON.stringify(own) : ''}`;
    const known = ofConfig.get(key);
    if (known) return known;
    note(facts, own);
    return keepNewest(ofConfig, key, new PageVariant(site, files, facts, own));
  };
}

/**
 * One page for one visitor, or for all: what is granted on it, and the HTML that goes into it. What can be enumerated is the
 * state, as plain data; the HTML is written when it is asked for.
 */
export class Visit implements VisitState {
  readonly config: PendingConfig | null;
  readonly resolved: ResolvedConsent;
  readonly gpc: boolean;
  readonly view: ConsentView;
  readonly locale: string | null;
  readonly basePath: string;
  readonly visitor: boolean;
  readonly payload: PagePayload;
  readonly #site: SiteSettings;
  readonly #variants: Variants;
  readonly #facts: VisitFacts;
  readonly #variant: PageVariant;
  #path?: string;

  constructor(
    site: SiteSettings,
    variants: Variants,
    facts: VisitFacts,
    resolved: ResolvedConsent = resolve(facts),
    own?: OwnTexts,
  ) {
    const { config, gpc, visitor, locale } = facts;
    this.config = config;
    this.resolved = resolved;
    this.gpc = Boolean(gpc);
    // A page that does not know its visitor shows nothing until it does.
    const quiet = isQuietPage(config?.banner.quietPages, facts.url.pathname) === true;
    this.view = config && visitor && !quiet ? initialView(resolved, config) : 'closed';
    this.locale = locale;
    this.basePath = site.basePath;
    this.visitor = visitor;
    const honored = config !== null && honorsGpc(resolved, config);
    this.#site = site;
    this.#variants = variants;
    this.#facts = facts;
    const notes = this.#notes();
    this.#variant = variants({ config, visitor, gpc, locale, view: this.view, notes, honored, quiet }, own);
    const { payload } = this.#variant;
    this.payload = facts.region ? withRegion(payload, facts.region) : payload;
  }

  /** On a page for all those of whoever comes for the first time: what holds for its visitor, the page says. */
  #notes(): BannerNote[] {
    const { config, resolved, view, visitor } = this;
    if (config && !visitor) return firstBannerNotes(resolved.model, config.categories);
    if (view !== 'banner') return [];
    return bannerNotes(config && this.#facts.withheld ? resolveConsent(null, config, this) : resolved);
  }

  /** Whether this category, or this combination of categories, is granted: nothing where no configuration is known (C1). */
  has(expr: ConsentExpr): boolean {
    return this.config ? isGranted(this.resolved, this.config, expr) : false;
  }

  /**
   * Whether an answer to this request may set a cookie: not one that trackers declare while none of these is granted, where the
   * option `consentCookies` asks for that. To remove one is always allowed.
   *
   * @param line as in `Set-Cookie`
   */
  maySet(line: string): boolean {
    const { consentCookies } = this.#site;
    const { name, removes } = readCookieLine(line);
    if (!consentCookies || removes) return true;
    return mayBeSet(name, 'cookie', {
      trackers: this.config?.trackers ?? null,
      has: (category) => this.has(category),
      own: (this.config ?? DEFAULT_CONFIG).cookie.name,
      necessary: consentCookies.necessary,
      host: new URL(this.#facts.url.href).hostname,
    });
  }

  /** The same visit with interface texts of a component's own. */
  withTexts(own: OwnTexts): Visit {
    return own ? new Visit(this.#site, this.#variants, this.#facts, this.resolved, own) : this;
  }

  /** What stands first in `<head>`. */
  get head(): string {
    return this.#facts.region ? headHtml(this.payload, this.#site) : this.#variant.head;
  }

  /** The banner, best as the first thing in `<body>`; nothing where this visitor is not asked. */
  get banner(): string {
    if (this.view === 'banner') this.#facts.shown?.();
    return this.#previewBar + this.#variant.banner.join(this.#returnTo);
  }

  /** What a preview says of itself: it stands with the banner, where scripts do not run. */
  get #previewBar(): string {
    const bar = this.config?.preview?.bar;
    return bar ? toStyledHtml(bar as Element, previewStyle) : '';
  }

  /** What the page is a preview of; null on every page of visitors. */
  get preview(): Preview | null {
    const { preview } = this.#facts;
    return preview && isOpen(preview) ? preview : null;
  }

  /** Whether nobody may keep an answer to this visitor, whatever it is: while they have the link of a preview, be it one that has ended. */
  get isUnkept(): boolean {
    return this.#facts.preview !== undefined;
  }

  /** The dialog of the preferences, for the page's end. */
  get preferences(): string {
    return this.#variant.preferences;
  }

  /** The button that opens the preferences, for every page's footer. */
  get manage(): string {
    return this.#variant.manage.join(this.#returnTo);
  }

  /** The same around a text of the page's own, as HTML before and behind it; null where there is nothing to manage. */
  get manageAround(): readonly [before: string, after: string] | null {
    const [before = '', after] = this.#variant.manageAround.join(this.#returnTo).split(SLOT);
    return after === undefined ? null : [before, after];
  }

  /** What the interface says besides what the CMS has. */
  get speech(): Speech {
    return this.#variant.speech;
  }

  /** What the page's answer must carry: what shows one visitor's choices is for no shared cache. */
  get headers(): Record<string, string> {
    const { preview } = this.#facts;
    if (preview) {
      return {
        'cache-control': NOT_KEPT,
        vary: 'Cookie',
        'x-robots-tag': 'noindex',
        ...(preview === 'ended' && { 'set-cookie': endedPreview }),
      };
    }
    if (this.visitor) return { 'cache-control': 'private', vary: 'Cookie' };
    return this.#site.render === 'model' ? { vary: MODEL_HEADER } : {};
  }

  /**
   * The preferences as a form in a page, complete without JavaScript; nothing where there is nothing to decide.
   *
   * @param back the path of this site that a decision leads to; the front page where it is none
   * @param whole the form is all that its page has: its title is the page's, and a link leads back without deciding
   */
  preferencesPage(back?: string | null, whole = false): string {
    const { config, resolved, locale } = this;
    if (!config?.enabled) return '';
    const returnTo = returnPath(back, this.#site.frontPage);
    const { texts, language, dir, lang, locale: spoken = config.locale } = this.speech;
    const action = this.#site.address('decide');
    // What is decided here is not the banner's (C10), and is recorded in the language that it was read in.
    const isPreview = config.preview && { preview: 'true' };
    const fields = { return: returnTo, source: 'preferences', ...(locale && { locale }), ...isPreview };
    const choices = resolved.decisions;
    const input = { config, choices, state: resolved, texts, locale: spoken, language, action };
    return toHtml([
      'section',
      {
        'data-consent-preferences': true,
        'consent-own': true,
        'aria-labelledby': 'pc-preferences-title',
        lang,
        dir,
      },
      preferencesPage(input, fields, whole ? returnTo : undefined),
    ]);
  }

  /**
   * Where a visitor without JavaScript decides and comes back from to this page; null where the site has no such page, or
   * nothing to decide.
   */
  get preferencesAddress(): string | null {
    if (!this.config?.enabled || !this.payload.base) return null;
    const { pathname, search } = this.#facts.url;
    const query = new URLSearchParams({ return: pathname + search });
    if (this.locale) query.set('locale', this.locale);
    return `${this.#site.address('preferences')}?${query}`;
  }

  /** The page's own address. */
  get address(): string {
    return this.#facts.url.href;
  }

  /** The address of the CMS, from which what it names is relative; null without one. */
  get cmsAddress(): string | null {
    return this.#site.api();
  }

  /** The hosts that are the site's own, with their ports: where visitors reach it, and the CMS, which serves what editors upload. */
  get ownHosts(): readonly string[] {
    return [this.#facts.url.host, ...this.#site.otherHosts()];
  }

  get #returnTo(): string {
    this.#path ??= escapeHtml(this.#facts.url.pathname + this.#facts.url.search);
    return this.#path;
  }
}

/** Where nothing is known, nothing is granted (C1). */
function resolve({ config, cookie, withheld, gpc: signal, visitor }: VisitFacts): ResolvedConsent {
  const gpc = Boolean(signal);
  if (config) {
    const resolved = resolveConsent(cookie, config, { gpc });
    return visitor && !withheld ? resolved : { ...resolved, decisions: refused(resolved.decisions) };
  }
  return {
    status: 'undecided',
    model: 'opt-in',
    decisions: {},
    repromptReason: null,
    gpc,
    needsReload: false,
    consentId: '',
    decidedAt: null,
    source: null,
    cookie: null,
  };
}

/** What a law grants by default, somebody may have refused of those for whom one page is made, and whose cookie is not known. */
const refused = (decisions: ConsentDecisions): ConsentDecisions =>
  Object.fromEntries(Object.keys(decisions).map((key) => [key, false]));
