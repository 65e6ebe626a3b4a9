/** Held by CSP-safe means: a constructed sheet is no inline style. It outlives client-side navigation. */
export function styleSheet(css: string): () => void {
  let sheet: CSSStyleSheet | undefined;
  return () => {
    if (!sheet) {
      sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
    }
    if (!document.adoptedStyleSheets.includes(sheet)) document.adoptedStyleSheets.push(sheet);
  };
}
