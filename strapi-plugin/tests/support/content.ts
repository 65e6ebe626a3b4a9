import type { Core } from '@strapi/strapi';
import { UIDS } from '../../server/src/uids';

/** What tests do to content, as an editor or another plugin would. */

export const categoryId = async (strapi: Core.Strapi, key: string): Promise<string> => {
  const found = await strapi.documents(UIDS.category).findFirst({ filters: { key } });
  if (!found) throw new Error(`there is no category ${key}`);
  return found.documentId;
};

export async function addTracker(
  strapi: Core.Strapi,
  { categoryKey = 'analytics', ...data }: { name: string; categoryKey?: string } & Record<string, unknown>,
  locale?: string,
): Promise<string> {
  const created = await strapi.documents(UIDS.tracker).create({
    locale,
    data: { kind: 'script', enabled: true, category: await categoryId(strapi, categoryKey), ...data },
  });
  return created.documentId;
}

/** A sub-processor that is in use. */
export async function addProcessor(
  strapi: Core.Strapi,
  data: { name: string } & Record<string, unknown>,
): Promise<string> {
  const own = { role: 'processor', country: 'DE', purpose: 'Hosting', subprocessor: true, state: 'active' };
  return (await strapi.documents(UIDS.processor).create({ data: { ...own, ...data } })).documentId;
}

export async function removeAll(strapi: Core.Strapi, uid: (typeof UIDS)[keyof typeof UIDS]): Promise<void> {
  const documents = await strapi.documents(uid).findMany({});
  for (const { documentId } of documents) await strapi.documents(uid).delete({ documentId, locale: '*' });
}

export async function updateSettings(
  strapi: Core.Strapi,
  data: Record<string, unknown>,
  locale?: string,
): Promise<void> {
  const setting = await strapi.documents(UIDS.setting).findFirst({});
  if (!setting) throw new Error('there are no settings');
  await strapi.documents(UIDS.setting).update({ documentId: setting.documentId, locale, data });
}

export const addLocale = (strapi: Core.Strapi, code: string): Promise<unknown> =>
  strapi.plugin('i18n').service('locales').create({ code, name: code });

export async function addLegalPage(
  strapi: Core.Strapi,
  data: { slug: string; kind: string; effectiveDate?: string; title?: string; content?: string },
): Promise<string> {
  const created = await strapi
    .documents(UIDS.legalPage)
    .create({ data: { title: data.slug, content: '# Text', ...data } });
  return created.documentId;
}

/** Writes some fields of a document, in a locale of its own where one is given. */
export async function edit(
  strapi: Core.Strapi,
  uid: (typeof UIDS)[keyof typeof UIDS],
  documentId: string,
  data: Record<string, unknown>,
  locale?: string,
): Promise<void> {
  await strapi.documents(uid).update({ documentId, locale, data });
}
