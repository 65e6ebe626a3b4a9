import { buildLegalDocuments } from '@permesso/plugin-consent/server';
import type { Core, UID } from '@strapi/strapi';
import { COMPANY_GERMAN } from '../company';
import { BANNER, CATEGORIES, PROCESSORS, TRACKERS } from './texts';

// Typed as any content type: their own types exist only where Strapi generated them.
const uid = (name: string) => `plugin::consent.${name}` as UID.ContentType;
const SETTING = uid('setting');
const LEGAL_PAGE = uid('legal-page');

type Texts = Record<string, unknown>;

interface Cookie {
  name: string;
  description?: string;
  durationText?: string;
}

/** English is Strapi's own first locale; the playground's site speaks German too. */
async function addLocale(strapi: Core.Strapi): Promise<void> {
  const locales = strapi.plugin('i18n').service('locales');
  if (await locales.findByCode('de')) return;
  await locales.create({ code: 'de', name: 'Deutsch' });
}

/** Where the banner leads, which no preset can know. */
async function linkDocuments(strapi: Core.Strapi): Promise<void> {
  const setting = await strapi.documents(SETTING).findFirst({ fields: ['linkPrivacy'] });
  if (!setting || setting.linkPrivacy) return;
  const data: Texts = { linkPrivacy: '/legal/privacy', linkCookies: '/legal/cookies' };
  await strapi.documents(SETTING).update({ documentId: setting.documentId, data });
}

async function translateBanner(strapi: Core.Strapi): Promise<void> {
  const setting = await strapi.documents(SETTING).findFirst({});
  if (!setting || (await strapi.documents(SETTING).findFirst({ locale: 'de' }))) return;
  await strapi.documents(SETTING).update({ documentId: setting.documentId, locale: 'de', data: BANNER });
}

/** Translates what has a text, once for a type: an editor's later changes stay. */
async function translate(
  strapi: Core.Strapi,
  type: UID.ContentType,
  textsOf: (entry: Texts) => Texts | undefined,
  status?: 'published',
): Promise<void> {
  const documents = strapi.documents(type);
  if (await documents.findFirst({ locale: 'de' })) return;
  for (const entry of await documents.findMany({})) {
    const data = textsOf(entry);
    const { documentId } = entry;
    if (data) await documents.update({ documentId, locale: 'de', data, ...(status ? { status } : {}) });
  }
}

function trackerTexts({ name, cookies }: Texts): Texts | undefined {
  const texts = TRACKERS[String(name)];
  if (!texts) return undefined;
  const translated = ((cookies ?? []) as Cookie[]).map((cookie) => {
    const [description, durationText = cookie.durationText] = texts.cookies?.[cookie.name] ?? [];
    return { ...cookie, description: description ?? cookie.description, durationText };
  });
  return { purpose: texts.purpose, cookies: translated };
}

function documentTexts({ slug, effectiveDate }: Texts): Texts | undefined {
  const written = buildLegalDocuments(COMPANY_GERMAN, String(effectiveDate), undefined, 'de');
  const document = written.find((one) => one.slug === slug);
  return document && { title: document.title, content: document.content };
}

/** What an editor would have translated by the time the German pages are shown; only where there is nothing yet. */
export async function seedGerman(strapi: Core.Strapi): Promise<void> {
  await addLocale(strapi);
  await linkDocuments(strapi);
  await translateBanner(strapi);
  await translate(strapi, uid('category'), ({ key }) => CATEGORIES[String(key)]);
  await translate(strapi, uid('tracker'), trackerTexts);
  await translate(strapi, uid('processor'), ({ name }) => PROCESSORS[String(name)]);
  await translate(strapi, LEGAL_PAGE, documentTexts, 'published');
}
