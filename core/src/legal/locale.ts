/** A locale that `Intl` accepts: the given one (`de_AT` too), its language, or English. */
function known(locale: string): string {
  const candidates = [locale.replaceAll('_', '-'), locale.split(/[-_]/, 1)[0] ?? '', 'en'];
  return (
    candidates.find((candidate) => {
      try {
        return Intl.getCanonicalLocales(candidate).length > 0;
      } catch {
        return false;
      }
    }) ?? 'en'
  );
}

/** A country's name in the reader's language; what is no country code is returned as it is. */
export function countryName(code: string, locale: string): string {
  try {
    return new Intl.DisplayNames([known(locale)], { type: 'region' }).of(code.toUpperCase()) ?? code;
  } catch {
    return code;
  }
}

/** The day of a `YYYY-MM-DD` date (a time of day is ignored), or null when there is none. */
export function isoDay(date: string | null | undefined): string | null {
  const day = /^\d{4}-\d{2}-\d{2}/.exec(date ?? '')?.[0];
  return day && !Number.isNaN(Date.parse(day)) ? day : null;
}

/** A `YYYY-MM-DD` date in the reader's language, without shifting the day by a time zone. */
export function formatDay(day: string, locale: string): string {
  return new Intl.DateTimeFormat(known(locale), { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));
}

/** Orders names as readers of the locale expect. */
export function byName(locale: string): (a: string, b: string) => number {
  return new Intl.Collator(known(locale), { sensitivity: 'base' }).compare;
}
