import type { Core, UID } from '@strapi/strapi';

// Typed as any content type: their own types exist only where Strapi generated them.
const SETTING = 'plugin::consent.setting' as UID.ContentType;
const CATEGORY = 'plugin::consent.category' as UID.ContentType;

const BANNER = {
  bannerTitle: 'Ihre Privatsphäre',
  bannerDescription:
    'Wir möchten Cookies und ähnliche Techniken verwenden: für Zusatzfunktionen, um zu erfahren, wie die Website genutzt wird, und für Werbung. Sie entscheiden und können Ihre Wahl jederzeit ändern.',
  labelAcceptAll: 'Alle akzeptieren',
  labelRejectAll: 'Alle ablehnen',
  labelCustomize: 'Anpassen',
  labelSave: 'Auswahl speichern',
  labelClose: 'Schließen',
  labelManage: 'Privatsphäre',
  labelReloadNotice: 'Laden Sie die Seite neu, damit endet, was noch läuft.',
  labelRequiredBadge: 'Immer aktiv',
  labelGpcHonored: 'Widerspruch Ihres Browsers beachtet',
};

const CATEGORIES: Record<string, { label: string; description: string }> = {
  necessary: {
    label: 'Notwendig',
    description: 'Damit die Seite funktioniert: Sicherheit, Anmeldung und das Merken dieser Wahl.',
  },
  functional: {
    label: 'Funktional',
    description: 'Merkt sich Einstellungen wie Sprache und Region und bietet Extras wie Videos.',
  },
  analytics: {
    label: 'Statistik',
    description: 'Zeigt uns, wie die Seite genutzt wird, damit wir sie verbessern können.',
  },
  marketing: {
    label: 'Marketing',
    description: 'Misst Werbung und zeigt Anzeigen, die zu Ihren Interessen passen.',
  },
};

/** English is Strapi's own first locale; the playground's site speaks German too. */
async function addLocale(strapi: Core.Strapi): Promise<void> {
  const locales = strapi.plugin('i18n').service('locales');
  if (await locales.findByCode('de')) return;
  await locales.create({ code: 'de', name: 'Deutsch' });
}

async function translateBanner(strapi: Core.Strapi): Promise<void> {
  const setting = await strapi.documents(SETTING).findFirst({});
  if (!setting || (await strapi.documents(SETTING).findFirst({ locale: 'de' }))) return;
  await strapi.documents(SETTING).update({ documentId: setting.documentId, locale: 'de', data: BANNER });
}

async function translateCategories(strapi: Core.Strapi): Promise<void> {
  const translated = await strapi.documents(CATEGORY).findMany({ locale: 'de', fields: ['key'] });
  if (translated.length > 0) return;
  for (const { documentId, key } of await strapi.documents(CATEGORY).findMany({ fields: ['key'] })) {
    const data = CATEGORIES[key];
    if (data) await strapi.documents(CATEGORY).update({ documentId, locale: 'de', data });
  }
}

/** What an editor would have translated by the time the German pages are shown; only where there is nothing yet. */
export async function seedGerman(strapi: Core.Strapi): Promise<void> {
  await addLocale(strapi);
  await translateBanner(strapi);
  await translateCategories(strapi);
}
