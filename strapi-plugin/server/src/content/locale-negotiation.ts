/**
 * The locale to serve: the one asked for, else the first the browser's list names that there is, else the default.
 * `de-AT` is served in `de`, and `de` in `de-CH`, rather than in another language.
 */
export function negotiateLocale(
  locales: { default: string; all: readonly string[] },
  asked: string | null | undefined,
  acceptLanguage: string | null | undefined,
): string {
  if (asked) return match(locales.all, asked) ?? locales.default;
  for (const tag of languages(acceptLanguage ?? '')) {
    const found = match(locales.all, tag);
    if (found) return found;
  }
  return locales.default;
}

function match(all: readonly string[], tag: string): string | undefined {
  if (all.includes(tag)) return tag;
  const known = all.map((code) => ({ code, lower: code.toLowerCase() }));
  const parts = tag.toLowerCase().split('-');
  const [language] = parts;
  // Less and less of it (RFC 4647, 3.4): `zh-Hant-TW` is served in `zh-Hant`.
  for (let length = parts.length; length > 1; length--) {
    const wanted = parts.slice(0, length).join('-');
    const found = known.find(({ lower }) => lower === wanted);
    if (found) return found.code;
  }
  const sisters = known
    .filter(({ lower }) => lower.split('-')[0] === language)
    // `de` before `de-CH`.
    .sort((a, b) => Number(b.lower === language) - Number(a.lower === language));
  if (sisters.length < 2) return sisters[0]?.code;
  const script = scriptOf(tag);
  return (sisters.find(({ code }) => scriptOf(code) === script) ?? sisters[0])?.code;
}

/** `Hant` of `zh-TW`; null of what is no language tag. */
function scriptOf(tag: string): string | null {
  try {
    return new Intl.Locale(tag).maximize().script ?? null;
  } catch {
    return null;
  }
}

/** Tags of an `Accept-Language` header in the order of preference (RFC 9110, 12.5.4). */
function languages(header: string): string[] {
  return header
    .split(',')
    .slice(0, 50)
    .map((part, position) => {
      const [tag = '', ...parameters] = part.split(';').map((one) => one.trim());
      const weight = parameters.find((one) => /^q=/i.test(one));
      return { tag, position, q: weight ? Number(weight.slice(2)) : 1 };
    })
    .filter(({ tag, q }) => tag !== '' && tag !== '*' && q > 0)
    .sort((a, b) => b.q - a.q || a.position - b.position)
    .map(({ tag }) => tag);
}
