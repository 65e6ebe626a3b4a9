import type { Core } from '@strapi/strapi';

/** English is Strapi's own first locale; the playground's site speaks German too. */
export async function addGerman(strapi: Core.Strapi): Promise<void> {
  const locales = strapi.plugin('i18n').service('locales');
  if (await locales.findByCode('de')) return;
  await locales.create({ code: 'de', name: 'Deutsch' });
}
