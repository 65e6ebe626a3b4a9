import type { Core } from '@strapi/strapi';

export interface SiteLocales {
  default: string;
  all: string[];
}

/** The locales of the i18n plugin; without it, the one default locale. */
export async function readLocales(strapi: Core.Strapi): Promise<SiteLocales> {
  const i18n = strapi.plugin('i18n');
  if (!i18n) return { default: 'en', all: ['en'] };
  const service = i18n.service('locales') as {
    find(): Promise<{ code: string }[]>;
    getDefaultLocale(): Promise<string | null>;
  };
  // One after the other: within a transaction there is one connection for both.
  const found = await service.find();
  const fallback = await service.getDefaultLocale();
  const byDefault = fallback ?? found[0]?.code ?? 'en';
  return { default: byDefault, all: [...new Set([byDefault, ...found.map(({ code }) => code)])].sort() };
}
