/** A page in plain English, for where a site has no page of its own, nor words. */
export interface PlainPage {
  title: string;
  /** Further elements of the head, as HTML. */
  head?: string;
  /** As HTML. */
  body: string;
}

export const plainPage = ({ title, head = '', body }: PlainPage): string =>
  '<!doctype html><html lang="en"><head><meta charset="utf-8">' +
  '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">' +
  `<meta name="color-scheme" content="light dark">${head}<title>${title}</title></head>` +
  `<body><main>${body}</main></body></html>`;
