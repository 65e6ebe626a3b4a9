import type { Localized, TextField } from '../content/localized';
import { sameCookie } from '../content/same-cookie';
import { SETTING_TEXTS, type SettingText, TEXT_FIELDS } from '../content/setting-fields';
import type { CategoryRow, SettingRow, TrackerRow } from '../content/site-content';
import type { ProcessorRow } from '../processors/processor-register';
import { UIDS } from '../uids';
import type { LegalPageText } from './legal-page-warnings';
import type { WarningInParts } from './warning';

interface Texts {
  locales: { default: string; all: readonly string[] };
  settings: Localized<SettingRow> | null;
  categories: readonly Localized<CategoryRow>[];
  trackers: readonly Localized<TrackerRow>[];
  processors: readonly Localized<ProcessorRow>[] | null;
  legalPages: readonly LegalPageText[];
}

/** A text that the default language has. */
interface Written {
  uid: string;
  documentId: string;
  subject: string;
  field: string;
  isIn(locale: string): boolean;
}

/** What visitors read in another language than theirs, since a translation lacks it: one warning for a text and a language. */
export function untranslatedTexts({ locales, ...content }: Texts): WarningInParts[] {
  const written = writtenTexts(content, locales.default);
  return locales.all
    .filter((locale) => locale !== locales.default)
    .flatMap((locale) => written.filter((one) => !one.isIn(locale)).map((one) => untranslated(one, locale)));
}

function writtenTexts(
  { settings, categories, trackers, processors, legalPages }: Omit<Texts, 'locales'>,
  defaultLocale: string,
): Written[] {
  const served = trackers.filter(({ shared }) => shared.enabled && shared.category);
  return [
    ...(settings ? settingTexts(settings) : []),
    ...categories.flatMap((category) => {
      const { key, label } = category.shared;
      return textsOf(UIDS.category, category, label || key, ['label', 'description']);
    }),
    ...served.flatMap((tracker) => [
      ...textsOf(UIDS.tracker, tracker, tracker.shared.name, ['purpose']),
      ...cookieTexts(tracker),
    ]),
    ...(processors ?? [])
      .filter(({ shared }) => isShown(shared))
      .flatMap((processor) => [
        ...textsOf(UIDS.processor, processor, processor.shared.name, shownTexts(processor.shared)),
        ...sharedData(processor),
      ]),
    ...pageTexts(legalPages, defaultLocale),
  ];
}

function textsOf<Row>(
  uid: string,
  { documentId, shared, byLocale }: Localized<Row>,
  subject: string,
  fields: readonly TextField<Row>[],
): Written[] {
  return fields
    .filter((field) => shared[field])
    .map((field) => ({
      uid,
      documentId,
      subject,
      field: String(field),
      isIn: (locale) => Boolean(byLocale.get(locale)?.[field]),
    }));
}

/** Whether some table of legal pages lists a processor. */
const isShown = ({ state, showInPrivacyPolicy, subprocessor }: ProcessorRow): boolean =>
  state === 'active' && Boolean(showInPrivacyPolicy || subprocessor);

/** What those tables show of it, in words. */
function shownTexts({ showInPrivacyPolicy, transferMechanism }: ProcessorRow): TextField<ProcessorRow>[] {
  const isTransfer = showInPrivacyPolicy && transferMechanism && transferMechanism !== 'none';
  return isTransfer ? ['purpose', 'transferNotes'] : ['purpose'];
}

/** The data that a processor gets, together. */
function sharedData({ documentId, shared, byLocale }: Localized<ProcessorRow>): Written[] {
  if (!shared.dataCategories?.length) return [];
  const isIn = (locale: string): boolean => Boolean(byLocale.get(locale)?.dataCategories?.length);
  return [{ uid: UIDS.processor, documentId, subject: shared.name, field: 'dataCategories', isIn }];
}

/** Called by what they say: an editor knows no setting by the name of its field. */
function settingTexts(settings: Localized<SettingRow>): Written[] {
  return SPOKEN.flatMap((field) =>
    textsOf(UIDS.setting, settings, beginningOf(settings.shared[field] ?? ''), [field]),
  );
}

/** An address may serve all languages. */
const SPOKEN: readonly SettingText[] = TEXT_FIELDS.filter(
  (field) => SETTING_TEXTS[field].section !== 'links',
);

const beginningOf = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text);

const WORDS_OF_COOKIES = ['description', 'durationText'] as const;

/** What a tracker's cookies say in words, together. */
function cookieTexts({ documentId, shared, byLocale }: Localized<TrackerRow>): Written[] {
  const inWords = (shared.cookies ?? []).filter((cookie) => WORDS_OF_COOKIES.some((word) => cookie[word]));
  if (inWords.length === 0) return [];
  const isIn = (locale: string): boolean =>
    inWords.every((cookie) => {
      const own = sameCookie(cookie, byLocale.get(locale)?.cookies);
      return WORDS_OF_COOKIES.every((word) => own?.[word] || !cookie[word]);
    });
  return [{ uid: UIDS.tracker, documentId, subject: shared.name, field: 'cookies', isIn }];
}

/** Published pages, which visitors of another language read in the default one. */
function pageTexts(pages: readonly LegalPageText[], defaultLocale: string): Written[] {
  const published = pages.filter(({ publishedAt }) => publishedAt);
  return published
    .filter(({ locale }) => (locale ?? defaultLocale) === defaultLocale)
    .map(({ documentId, title }) => ({
      uid: UIDS.legalPage,
      documentId,
      subject: title,
      field: 'content',
      isIn: (locale) =>
        published.some((page) => page.documentId === documentId && page.locale === locale && page.content),
    }));
}

const untranslated = ({ isIn: _, ...text }: Written, locale: string): WarningInParts => ({
  code: 'untranslated',
  message: `"${text.subject}" has no ${text.field} in "${locale}": visitors read another language there.`,
  detail: `${locale}: ${text.field}`,
  locale,
  ...text,
});

interface Links {
  settings: Localized<SettingRow> | null;
  documents: readonly { kind: string }[];
  legalPages: readonly LegalPageText[];
  effective: { enabled: boolean };
}

const isPrivacyPage = ({ kind }: LegalPageText): boolean => kind === 'privacy';

/** Whoever is asked must be able to read what is done (GDPR 13), from where they are asked. */
export function missingPolicy({ settings, documents, legalPages, effective }: Links): WarningInParts[] {
  if (!effective.enabled) return [];
  const isPublished = documents.some(({ kind }) => kind === 'privacy');
  const link = settings?.shared.linkPrivacy;
  if (link) {
    // A page of the site may be another one, but hardly where one is being written here.
    const draft = isPublished || !link.startsWith('/') ? undefined : legalPages.find(isPrivacyPage);
    if (!draft) return [];
    const message = `The banner links to "${link}", and the privacy policy "${draft.title}" is a draft: publish it.`;
    const { documentId, title: subject } = draft;
    return [{ code: 'no-privacy-policy', message, uid: UIDS.legalPage, documentId, subject }];
  }
  const place = {
    uid: UIDS.setting,
    ...(settings ? { documentId: settings.documentId } : {}),
    field: 'linkPrivacy',
  };
  if (!isPublished) {
    return [
      {
        code: 'no-privacy-policy',
        message:
          'The banner links to no privacy policy: publish a legal page of that kind, or name its address in the settings.',
        ...place,
      },
    ];
  }
  if (settings?.shared.linkCookies) return [];
  return [
    {
      code: 'banner-without-links',
      message:
        'The banner has no link: name the addresses of the privacy policy and the cookie policy on the site in the settings.',
      ...place,
    },
  ];
}
