import site from 'virtual:consent/site';
import { type InterfaceTexts, interfaceTexts } from '../i18n/index.ts';

/** The texts of a page's locale: a component's own, then the site's option `t`, then the built-in ones. */
export function textsFor(locale: string | null | undefined, own?: Partial<InterfaceTexts>): InterfaceTexts {
  const tag = locale ?? site.locale ?? undefined;
  if (own) return interfaceTexts(tag, { ...(tag && site.t[tag]), ...own });
  let texts = known.get(tag);
  if (!texts) {
    texts = interfaceTexts(tag, tag ? site.t[tag] : undefined);
    known.set(tag, texts);
  }
  return texts;
}

/** Texts are looked up for every page; those of a language are put together once. */
const known = new Map<string | undefined, InterfaceTexts>();
