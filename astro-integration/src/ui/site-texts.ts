import site from 'virtual:consent/site';
import { type InterfaceTexts, interfaceTexts } from '../i18n/index.ts';
import { keep } from '../server/keep.ts';

/** The texts of a page's locale: a component's own, then the site's option `t`, then the built-in ones. */
export function textsFor(locale: string | null | undefined, own?: Partial<InterfaceTexts>): InterfaceTexts {
  const tag = locale ?? site.locale ?? '';
  if (own) return interfaceTexts(tag, { ...site.t[tag], ...own });
  return known.get(tag) ?? keep(known, tag, interfaceTexts(tag, site.t[tag]));
}

/** Texts are looked up for every page; those of a language are put together once. */
const known = new Map<string, InterfaceTexts>();
