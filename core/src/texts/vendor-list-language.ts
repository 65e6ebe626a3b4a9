/** The languages into which IAB Europe has its texts translated, by the names of its files, beside English. */
const TRANSLATED = new Set(
  (
    'ar bg bs ca cs cy da de el es et eu fi fr gl he hi hr hu id is it ja ka ko lt lv mk ms mt nl no pl pt-br pt-pt ro ru sk sl ' +
    'sq sr-latn sr-cyrl sv sw th tl tr uk vi zh zh-hant'
  ).split(' '),
);

/** Where a language has another name there. */
const NAMES: Record<string, string> = {
  nb: 'no',
  nn: 'no',
  pt: 'pt-pt',
  sr: 'sr-cyrl',
  'zh-hk': 'zh-hant',
  'zh-mo': 'zh-hant',
  'zh-tw': 'zh-hant',
};

/** The language of IAB's texts that serves a locale best: `de` for `de-AT`, `en` where there is none. */
export function vendorListLanguage(locale: string | undefined): string {
  const subtags = (locale ?? '').replaceAll('_', '-').toLowerCase().split('-');
  for (; subtags.length > 0; subtags.pop()) {
    const tag = subtags.join('-');
    const name = NAMES[tag] ?? tag;
    if (TRANSLATED.has(name)) return name;
  }
  return 'en';
}
