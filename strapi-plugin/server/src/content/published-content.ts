import {
  type ConsentBannerConfig,
  type ConsentBannerNotes,
  type ConsentCategory,
  type ConsentConfig,
  type ConsentPicture,
  type ConsentTracker,
  DEFAULT_BANNER,
  type ReconsentTrigger,
  type TrackerCookie,
} from '@permesso/consent-core';
import { quietPath } from './field-checks';
import type { Localized } from './localized';
import { type TextField, text } from './localized';
import type { Picture } from './picture';
import { sameCookie } from './same-cookie';
import { type SharedField, settingIn } from './setting-fields';
import type { CategoryRow, Content, SettingRow, TrackerRow } from './site-content';

/** A tracker together with the environments it is limited to (empty: all). */
export interface PublishedTracker {
  tracker: ConsentTracker;
  environments: string[];
}

/** What the database publishes for one locale: the config without what depends on the request or on code. */
export interface PublishedContent {
  enabled: boolean;
  categories: ConsentCategory[];
  trackers: PublishedTracker[];
  /** Left out where visitors decide on categories, as ever. */
  granularity?: 'service';
  banner: ConsentBannerConfig;
  reconsent: ConsentConfig['reconsent'];
  consentMode: ConsentConfig['consentMode'];
  locale: string;
}

/** The content of one locale; a text that is not translated is served in the default locale. */
export function publishedContent(content: Content, locale: string): PublishedContent {
  const { settings } = content;
  const set = <Name extends SharedField>(name: Name) => settingIn(settings?.shared, name);
  return {
    enabled: set('enabled'),
    categories: content.categories.map((category) => publishedCategory(category, locale)),
    trackers: content.trackers.flatMap((tracker) => publishedTracker(tracker, locale)),
    ...(settings?.shared.granularity === 'service' ? { granularity: settings.shared.granularity } : {}),
    banner: publishedBanner(settings, locale),
    reconsent: {
      on: reconsentTriggers(settings?.shared),
      expiresAfterMonths: set('expiresAfterMonths'),
    },
    consentMode: {
      enabled: set('consentModeEnabled'),
      adsDataRedaction: set('adsDataRedaction'),
      urlPassthrough: set('urlPassthrough'),
      waitForUpdateMs: set('waitForUpdateMs'),
    },
    locale,
  };
}

function publishedCategory(category: Localized<CategoryRow>, locale: string): ConsentCategory {
  const { shared } = category;
  return {
    key: shared.key,
    label: text(category, locale, 'label') ?? shared.key,
    description: text(category, locale, 'description') ?? '',
    required: shared.required ?? false,
    respectGPC: shared.respectGPC ?? false,
    defaultInOptOut: shared.defaultInOptOut ?? true,
    consentModeSignals: shared.consentModeSignals ?? [],
    // Left out where its owner has not said: what was published before it could be keeps its version.
    ...(shared.purpose && !shared.required ? { purpose: shared.purpose } : {}),
  };
}

function publishedTracker(document: Localized<TrackerRow>, locale: string): PublishedTracker[] {
  const { shared, documentId } = document;
  // A tracker without a category belongs to no purpose that a visitor could grant, so it is never served.
  if (!shared.enabled || !shared.category) return [];
  const purpose = text(document, locale, 'purpose');
  const cookies = publishedCookies(document, locale);
  const loader = publishedLoader(shared);
  const tracker: ConsentTracker = {
    id: documentId,
    ...(shared.key ? { key: shared.key } : {}),
    name: shared.name,
    ...(shared.vendor ? { vendor: shared.vendor } : {}),
    ...(shared.vendorPrivacyUrl ? { vendorPrivacyUrl: shared.vendorPrivacyUrl } : {}),
    categoryKey: shared.category.key,
    kind: shared.kind,
    ...(purpose ? { purpose } : {}),
    // Left out where none is named: what was published before there were any keeps its version.
    ...(shared.hosts?.length ? { hosts: shared.hosts } : {}),
    ...(shared.poster ? { poster: publishedPicture(shared.poster) } : {}),
    ...(cookies.length > 0 ? { cookies } : {}),
    ...(loader ? { loader } : {}),
  };
  return [{ tracker, environments: shared.environments ?? [] }];
}

const publishedPicture = ({ url, width, height }: Picture): ConsentPicture => ({
  url,
  ...(width ? { width } : {}),
  ...(height ? { height } : {}),
});

function publishedLoader(row: TrackerRow): ConsentTracker['loader'] {
  if (!row.loaderSrc && !(row.loaderInline && row.kind !== 'pixel')) return undefined;
  return {
    ...(row.loaderSrc ? { src: row.loaderSrc } : {}),
    ...(row.loaderInline ? { inline: row.loaderInline } : {}),
    strategy: row.loaderStrategy ?? 'afterDecision',
    ...(row.loaderAttributes && Object.keys(row.loaderAttributes).length > 0
      ? { attributes: row.loaderAttributes }
      : {}),
    consentModeManaged: row.consentModeManaged ?? false,
    ...(row.adapter ? { adapter: row.adapter } : {}),
  };
}

/** The list is the same for all locales, so that each discloses and clears the same entries in its own words. */
function publishedCookies(document: Localized<TrackerRow>, locale: string): TrackerCookie[] {
  const translated = document.byLocale.get(locale)?.cookies;
  return (document.shared.cookies ?? []).map((cookie) => {
    const own = sameCookie(cookie, translated);
    const durationText = own?.durationText || cookie.durationText;
    const description = own?.description || cookie.description;
    return {
      name: cookie.name,
      ...(cookie.domain ? { domain: cookie.domain } : {}),
      storage: cookie.storage,
      ...(durationText ? { durationText } : {}),
      ...(description ? { description } : {}),
    };
  });
}

function publishedBanner(settings: Localized<SettingRow> | null, locale: string): ConsentBannerConfig {
  const said = (field: TextField<SettingRow>) => (settings ? text(settings, locale, field) : undefined);
  const { labels, links, ...rest } = DEFAULT_BANNER;
  const privacy = said('linkPrivacy') ?? links.privacy;
  const cookies = said('linkCookies') ?? links.cookies;
  const notes = bannerNotes(said);
  const controller = settings?.shared.controllerName;
  return {
    // Left out where nobody is named: what was published before there was anybody keeps its version.
    ...(controller ? { controller } : {}),
    title: said('bannerTitle') ?? rest.title,
    description: said('bannerDescription') ?? rest.description,
    position: settingIn(settings?.shared, 'bannerPosition'),
    showRejectAll: settingIn(settings?.shared, 'showRejectAll'),
    labels: {
      acceptAll: said('labelAcceptAll') ?? labels.acceptAll,
      rejectAll: said('labelRejectAll') ?? labels.rejectAll,
      customize: said('labelCustomize') ?? labels.customize,
      save: said('labelSave') ?? labels.save,
      close: said('labelClose') ?? labels.close,
      manage: said('labelManage') ?? labels.manage,
      reloadNotice: said('labelReloadNotice') ?? labels.reloadNotice,
      requiredBadge: said('labelRequiredBadge') ?? labels.requiredBadge,
      gpcHonored: said('labelGpcHonored') ?? labels.gpcHonored,
    },
    // Left out where none is written: what was published before there were any keeps its version.
    ...(notes ? { notes } : {}),
    links: { ...(privacy ? { privacy } : {}), ...(cookies ? { cookies } : {}) },
    // Left out where none is named, as above.
    ...(settings?.shared.quietPages?.length ? { quietPages: settings.shared.quietPages.map(quietPath) } : {}),
  };
}

function bannerNotes(said: (field: TextField<SettingRow>) => string | undefined): ConsentBannerNotes | null {
  const optOut = said('noteOptOut');
  const notice = said('noteNotice');
  const changed = said('noteChanged');
  if (!optOut && !notice && !changed) return null;
  return { ...(optOut ? { optOut } : {}), ...(notice ? { notice } : {}), ...(changed ? { changed } : {}) };
}

function reconsentTriggers(row: SettingRow | undefined): ReconsentTrigger[] {
  const on: ReconsentTrigger[] = [];
  if (settingIn(row, 'reconsentOnDocuments')) on.push('documents');
  if (settingIn(row, 'reconsentOnCategories')) on.push('categories');
  if (settingIn(row, 'reconsentOnTrackers')) on.push('trackers');
  return on;
}
