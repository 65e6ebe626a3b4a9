import type { Localized } from '../content/localized';
import type { CategoryRow, SettingRow, TrackerRow } from '../content/site-content';
import { UIDS } from '../uids';
import type { WarningInParts } from './warning';

interface Texts {
  locales: { default: string; all: readonly string[] };
  categories: readonly Localized<CategoryRow>[];
  trackers: readonly Localized<TrackerRow>[];
}

/** What visitors read in another language than theirs, since a translation lacks it: one warning for a text and a language. */
export function untranslatedTexts({ locales, categories, trackers }: Texts): WarningInParts[] {
  const others = locales.all.filter((locale) => locale !== locales.default);
  return others.flatMap((locale) => [
    ...categories.flatMap((category) => {
      const { key, label } = category.shared;
      const subject = label || key;
      return (['label', 'description'] as const).flatMap((field) =>
        lacks(category, locale, field)
          ? untranslated({ uid: UIDS.category, subject, locale, field, ...category })
          : [],
      );
    }),
    ...trackers
      .filter(({ shared }) => shared.enabled && shared.category)
      .flatMap((tracker) =>
        lacks(tracker, locale, 'purpose')
          ? untranslated({
              uid: UIDS.tracker,
              subject: tracker.shared.name,
              locale,
              field: 'purpose',
              ...tracker,
            })
          : [],
      ),
  ]);
}

/** The default language has it, and this one does not. */
const lacks = <Row>({ shared, byLocale }: Localized<Row>, locale: string, field: keyof Row): boolean =>
  Boolean(shared[field]) && !byLocale.get(locale)?.[field];

interface Missing {
  uid: string;
  documentId: string;
  subject: string;
  locale: string;
  field: string;
}

const untranslated = ({ uid, documentId, subject, locale, field }: Missing): WarningInParts => ({
  code: 'untranslated',
  message: `"${subject}" has no ${field} in "${locale}": visitors read another language there.`,
  subject,
  detail: `${locale}: ${field}`,
  uid,
  documentId,
  field,
  locale,
});

interface Links {
  settings: Localized<SettingRow> | null;
  documents: readonly { kind: string }[];
  effective: { enabled: boolean };
}

/** Whoever is asked must be able to read what is done (GDPR 13), from where they are asked. */
export function missingPolicy({ settings, documents, effective }: Links): WarningInParts[] {
  if (!effective.enabled || settings?.shared.linkPrivacy) return [];
  const place = {
    uid: UIDS.setting,
    ...(settings ? { documentId: settings.documentId } : {}),
    field: 'linkPrivacy',
  };
  if (!documents.some(({ kind }) => kind === 'privacy')) {
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
