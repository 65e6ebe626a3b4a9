/** What a text from elsewhere may become in a page: text, or an address that leads somewhere and runs nothing. */

const REFERENCES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as HTML text or as a quoted attribute value. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => REFERENCES[character] ?? character);
}

/** Schemes a legal page may link to; everything else is shown as text (behaviour.md H2). */
const ALLOWED_SCHEMES = new Set(['http', 'https', 'mailto', 'tel']);

/** Schemes an image may be loaded from. */
const IMAGE_SCHEMES = new Set(['http', 'https']);

/** The named character references that matter in front of a scheme; no other one yields a colon. */
const NAMES = new Map([
  ['amp', '&'],
  ['colon', ':'],
  ['Tab', ''],
  ['NewLine', ''],
]);

/** Stands for a reference that we do not decode; in a scheme it makes the scheme unknown. */
const UNDECODED = '\uFFFD';

/** What URL parsers strip or readers cannot see: controls, white space, joiners, soft hyphens, BOM. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Z}\s]+/gu;

function decodeReferences(href: string): string {
  return href.replace(
    /&(?:#[xX]([0-9a-fA-F]+);?|#([0-9]+);?|([a-zA-Z][a-zA-Z0-9]*);)/g,
    (_, hex: string | undefined, decimal: string | undefined, name: string | undefined) => {
      if (name !== undefined) return NAMES.get(name) ?? UNDECODED;
      const code = hex === undefined ? Number.parseInt(decimal ?? '', 10) : Number.parseInt(hex, 16);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : UNDECODED;
    },
  );
}

function isAllowed(href: string, schemes: ReadonlySet<string>): boolean {
  const visible = decodeReferences(href).replace(INVISIBLE, '');
  const [head = ''] = visible.split(/[/?#\\]/, 1);
  const colon = head.indexOf(':');
  return colon === -1 || schemes.has(head.slice(0, colon).toLowerCase());
}

/**
 * Whether a link may lead to this address: http, https, mailto, tel, or relative.
 *
 * The address is judged as a browser would read it from an attribute: character references decoded,
 * control characters and white space dropped, case ignored.
 */
export function isSafeHref(href: string): boolean {
  return isAllowed(href, ALLOWED_SCHEMES);
}

/** Whether an image may be loaded from this address: http, https, or relative; never `data:`. */
export function isSafeImageSource(src: string): boolean {
  return isAllowed(src, IMAGE_SCHEMES);
}

/** Stands for the page's own address, which a relative one is resolved against. */
const SITE = 'https://site.invalid';

/**
 * Whether a page may load this address or lead to it as it is: http, https, or relative. Parsed as a browser would,
 * because `java\nscript:` is a script too.
 */
export function isLoadableAddress(address: string): boolean {
  return URL.canParse(address, SITE) && /^https?:$/.test(new URL(address, SITE).protocol);
}

/** Whether this is a whole address of the web: nothing relative, and nothing that runs. */
export function isWebAddress(address: string): boolean {
  return /^https?:\/\//i.test(address);
}
