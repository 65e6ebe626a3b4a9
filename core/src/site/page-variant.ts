import type { ConsentView } from '../contract/config.ts';
import type { PagePayload } from '../contract/payload.ts';
import { bannerElement } from '../ui/banner.ts';
import { bannerFacts } from '../ui/banner-facts.ts';
import type { BannerNote } from '../ui/banner-notes.ts';
import { manageButton } from '../ui/manage-button.ts';
import { type Element, toHtml, toStyledHtml } from '../ui/markup.ts';
import { dialogTexts } from '../ui/preferences-texts.ts';
import { bannerStyle } from '../ui/styles.ts';
import { bannerRoomScript } from './inline-scripts.ts';
import { latinHtml } from './latin-text.ts';
import type { SiteSettings } from './options.ts';
import { type ConfigFiles, headHtml, type PayloadFacts, pagePayload } from './page-payload.ts';
import { type OwnTexts, type Speech, speechOf } from './speech.ts';

/** All that the HTML of a page's consent depends on, but for the page's own address. */
export interface VariantFacts extends PayloadFacts {
  view: ConsentView;
  /** What the banner says below its text. */
  notes: readonly BannerNote[];
  /** A Global Privacy Control signal took something away from the visitor's defaults. */
  honored: boolean;
}

/** HTML as pieces, between which stands the one thing that differs from page to page: where its form returns to. */
export type AroundPath = readonly string[];

/**
 * What is the same for all visitors of one configuration, language, signal, view and notes of the banner: each part is written when it is
 * first asked for, and then stands ready.
 */
export class PageVariant {
  readonly #site: SiteSettings;
  readonly #files: ConfigFiles;
  readonly #facts: VariantFacts;
  readonly #own: OwnTexts;
  #payload?: PagePayload;
  #head?: string;
  #speech?: Speech;
  #banner?: AroundPath;
  #preferences?: string;
  #manage?: AroundPath;
  #manageAround?: AroundPath;

  constructor(site: SiteSettings, files: ConfigFiles, facts: VariantFacts, own?: OwnTexts) {
    this.#site = site;
    this.#files = files;
    this.#facts = facts;
    this.#own = own;
  }

  get payload(): PagePayload {
    this.#payload ??= pagePayload(this.#site, this.#facts, this.#files);
    return this.#payload;
  }

  get head(): string {
    this.#head ??= headHtml(this.payload, this.#site);
    return this.#head;
  }

  get speech(): Speech {
    this.#speech ??= speechOf(this.#site, this.#facts, this.#own);
    return this.#speech;
  }

  /**
   * A page made for all carries the banner in any case: its visitor is judged in the browser, perhaps by a newer
   * configuration. A page made for one visitor carries it when it is due.
   */
  get banner(): AroundPath {
    const { config, visitor, view } = this.#facts;
    if (visitor && !(config?.enabled && view === 'banner')) return NOTHING;
    this.#banner ??= writeBanner(this.#site, this.#facts, this.speech);
    return this.#banner;
  }

  /** The dialog of the preferences, with what its script cannot know by itself; nothing where it has no place. */
  get preferences(): string {
    const { config, visitor } = this.#facts;
    // Without a configuration this visitor gets no interface; a page made for all may get one in the browser.
    if (visitor && !config?.enabled) return '';
    this.#preferences ??= writePreferences(this.#facts, this.speech);
    return this.#preferences;
  }

  /** The form of the manage button; nothing where there is nothing to manage. */
  get manage(): AroundPath {
    this.#manage ??= this.#isManaged ? writeManage(this.#site, this.#facts, this.speech) : NOTHING;
    return this.#manage;
  }

  /** The same with `SLOT` in place of its text. */
  get manageAround(): AroundPath {
    this.#manageAround ??= this.#isManaged
      ? writeManage(this.#site, this.#facts, this.speech, SLOT)
      : NOTHING;
    return this.#manageAround;
  }

  get #isManaged(): boolean {
    return this.#facts.config !== null || !this.#facts.visitor;
  }
}

const NOTHING: AroundPath = [];

/** Stands where the page's path goes. */
const PATH = '\u0000';

/** Stands where a text of the page's own goes. */
export const SLOT = '\u0001';

/** The banner of a page, from where its form returns to a path. */
export function bannerFor(
  site: SiteSettings,
  { config, visitor, locale, notes }: VariantFacts,
  { texts, dir, lang, foreign }: Speech,
  returnTo: string,
): Element {
  return bannerElement({
    banner: config?.banner,
    facts: config ? bannerFacts(config) : undefined,
    model: config?.jurisdiction.model ?? 'opt-in',
    notes,
    texts,
    basePath: site.basePath,
    trailingSlash: site.slash === '/',
    returnTo,
    locale,
    due: visitor,
    direction: dir,
    language: lang,
    bannerLanguage: foreign,
    formAttributes: site.formAttributes,
    preview: config?.preview !== undefined,
  });
}

function writeBanner(site: SiteSettings, facts: VariantFacts, speech: Speech): AroundPath {
  const banner = bannerFor(site, facts, speech, PATH);
  // Style and script inside the banner, so that whoever moves it takes them along.
  const script = `<script>${bannerRoomScript}</script>`;
  return latinHtml(toStyledHtml(banner, bannerStyle))
    .replace(/(?=<\/section>$)/, () => script)
    .split(PATH);
}

function writePreferences({ config, visitor }: VariantFacts, { texts, dir, lang }: Speech): string {
  const asksFirst = visitor && config?.jurisdiction.model === 'opt-in';
  const dialog: Element = [
    'dialog',
    {
      'data-consent-preferences': true,
      'consent-own': true,
      'data-texts': dialogTexts(config ?? undefined, texts, asksFirst),
      lang,
      dir,
    },
  ];
  return latinHtml(toHtml(dialog));
}

/**
 * The form that opens the preferences. Without JavaScript it leads to the preferences page, which exists only where consent
 * is on and the site has routes of its own. Beside the button stands, where that is so, that a signal was honoured.
 */
function writeManage(
  site: SiteSettings,
  facts: VariantFacts,
  { texts, lang, foreign }: Speech,
  label?: string,
): AroundPath {
  const { config, locale, honored } = facts;
  const returns = site.routes && config?.enabled !== false;
  const form = manageButton({
    banner: config?.banner,
    texts,
    honorsGpc: honored,
    page: returns ? { address: site.address('preferences'), returnTo: PATH, locale } : undefined,
    label,
    language: lang,
    bannerLanguage: foreign,
    formAttributes: site.formAttributes,
  });
  return latinHtml(toHtml(form)).split(PATH);
}
