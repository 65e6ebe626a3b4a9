const sheets = new Map<string, CSSStyleSheet>();

/** Held by CSP-safe means: a constructed sheet is no inline style. It outlives client-side navigation. */
export function adoptSheet(css: string): void {
  let sheet = sheets.get(css);
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    sheets.set(css, sheet);
  }
  if (!document.adoptedStyleSheets.includes(sheet)) document.adoptedStyleSheets.push(sheet);
}
