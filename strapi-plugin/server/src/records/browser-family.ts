/**
 * Families in the order in which they must be asked: Edge, Opera and others call themselves Chrome too, Chrome
 * calls itself Safari, and everything calls itself Mozilla.
 */
const FAMILIES: readonly (readonly [family: string, marker: RegExp])[] = [
  ['Bot', /bot\b|crawler|spider|headless|lighthouse/i],
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\b(OPR|Opera|OPT)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Vivaldi', /\bVivaldi\//],
  ['Yandex', /\bYaBrowser\//],
  ['DuckDuckGo', /\b(DuckDuckGo|Ddg)\//],
  ['Firefox', /\b(Firefox|FxiOS|Focus)\//],
  ['Chrome', /\b(Chrome|CriOS|Chromium)\//],
  ['Safari', /\bVersion\/[\d.]+.*\bSafari\//],
];

/**
 * The browser's family and nothing else of the `User-Agent`: neither version nor device nor system, so that it
 * cannot single anyone out (F2). Null without a header, `Other` for a browser that the list does not know.
 */
export function browserFamily(userAgent: string): string | null {
  if (userAgent === '') return null;
  return FAMILIES.find(([, marker]) => marker.test(userAgent))?.[0] ?? 'Other';
}
