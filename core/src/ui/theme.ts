/** The custom properties by which a site gives banner, preferences and placeholders its own look (`styles/tokens.css`). */
export const THEME_PROPERTIES = [
  '--consent-surface',
  '--consent-text',
  '--consent-muted',
  '--consent-border',
  '--consent-accent',
  '--consent-on-accent',
  '--consent-radius',
  '--consent-shadow',
  '--consent-font-family',
  '--consent-font-size',
  '--consent-color-scheme',
  '--consent-z-index',
  '--consent-width',
] as const;

/** A site's own look: values of these properties. */
export type ConsentTheme = Partial<Record<(typeof THEME_PROPERTIES)[number], string>>;

/** What would end a declaration or the element that it stands in, win over the site's style sheets, or load something. */
const UNFIT = /[;{}<>\\!]|\/\*|(url|src|image-set)\(/i;

/** What is wrong with a theme, as a sentence; null where nothing is. */
export function themeProblem(theme: Record<string, unknown>): string | null {
  for (const [name, value] of Object.entries(theme)) {
    if (!(THEME_PROPERTIES as readonly string[]).includes(name))
      return `"${name}" is no property of it; there are ${THEME_PROPERTIES.join(', ')}`;
    if (typeof value !== 'string' || value.trim() === '' || UNFIT.test(value))
      return `"${name}" is ${JSON.stringify(value)}; write one CSS value, such as "light-dark(#7a2e5d, #f0a6d0)"`;
    const lonely = unpaired(value);
    if (lonely)
      return `"${name}" is ${JSON.stringify(value)}; its ${lonely} stands alone: write the other one of the pair, or take it out`;
  }
  return null;
}

/** Within a line, as in CSS; escapes are unfit. */
const STRINGS = /"[^"\n\r\f]*"|'[^'\n\r\f]*'/g;
const INNERMOST_BRACKETS = /\([^()[\]]*\)|\[[^()[\]]*\]/g;

/** A quote or bracket without the other one of its pair, which would take in what stands behind the value; undefined where there is none. */
function unpaired(value: string): string | undefined {
  let rest = value.replace(STRINGS, '');
  for (let before = ''; rest !== before; ) {
    before = rest;
    rest = rest.replace(INNERMOST_BRACKETS, '');
  }
  return /["'()[\]]/.exec(rest)?.[0];
}

/**
 * The style sheet of a theme; empty without one. In ASCII: a single letter of another alphabet, as in the name of a font, would double the
 * memory of every page that it stands in.
 */
export function themeStyle(theme: ConsentTheme): string {
  const declarations = Object.entries(theme).map(([name, value]) => `${name}:${value}`);
  const style = declarations.length > 0 ? `:root{${declarations.join(';')}}` : '';
  return style.replace(/[^\0-\x7f]/gu, (letter) => `\\${letter.codePointAt(0)!.toString(16)} `);
}
