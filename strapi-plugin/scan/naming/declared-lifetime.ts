/** Lifetimes as they are declared, in words of any language, as seconds. */

const DAY = 86_400;

/** The longest that each may mean: a month has 31 days, a year 366. */
const UNITS = {
  second: 1,
  minute: 60,
  hour: 3_600,
  day: DAY,
  week: 7 * DAY,
  month: 31 * DAY,
  year: 366 * DAY,
} as const;

const SESSION =
  /^(session|browser session|sitzung|sitzungsende|séance|sesión|sessione|sessie|sessão|sesja|istunto)$/i;

/**
 * Seconds that a text such as "13 months" or "2 Jahre" allows at most; 0 for a session.
 *
 * @returns null where the text says something else, which is nobody's to guess.
 */
export function declaredSeconds(text: string, locale: string): number | null {
  const words = text.trim().replace(/\s+/g, ' ');
  if (SESSION.test(words)) return 0;
  const count = Number(/\d+/.exec(words)?.[0]);
  if (!Number.isSafeInteger(count)) return null;
  for (const language of [locale, 'en'])
    for (const [unit, seconds] of Object.entries(UNITS))
      if (inWords(count, unit, language).some((said) => said === words.toLocaleLowerCase()))
        return count * seconds;
  return null;
}

function inWords(count: number, unit: string, locale: string): string[] {
  try {
    return (['long', 'short'] as const).map((unitDisplay) =>
      new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay, useGrouping: false })
        .format(count)
        .replace(/\s+/g, ' ')
        .toLocaleLowerCase(),
    );
  } catch {
    // No language of this name.
    return [];
  }
}
