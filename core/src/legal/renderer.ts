import { Parser, Renderer, type Token, type Tokens } from 'marked';
import { escapeHtml, isSafeHref, isSafeImageSource } from '../contract/safe-html.ts';
import { type LegalSettingName, type LegalSettings, settingReferences } from './shortcodes.ts';

/** The words of inline tokens without markup, character references decoded where they are common. */
function plainWords(tokens: readonly Token[]): string {
  let words = '';
  for (const token of tokens) {
    if ('tokens' in token && token.tokens) words += plainWords(token.tokens);
    else if (token.type === 'br') words += ' ';
    else if ('text' in token && typeof token.text === 'string') words += token.text;
  }
  return words;
}

/** An attribute value out of words that may hold character references. */
function labelOf(cells: readonly Tokens.TableCell[]): string {
  return escapeHtml(
    cells
      .map((cell) => plainWords(cell.tokens).replace(/\s+/g, ' ').trim())
      .filter(Boolean)
      .join(', '),
  );
}

/**
 * HTML out of tokens, safe to publish whatever an editor typed: raw HTML is shown as text, links lead
 * only where `isSafeHref` allows, headings have ids, tables sit in a container that scrolls, references to settings
 * say what holds now.
 */
class LegalRenderer extends Renderer {
  readonly #headingId = createHeadingIds();
  readonly #settings: LegalSettings;
  #inLink = false;

  constructor(settings: LegalSettings) {
    super({});
    this.#settings = settings;
  }

  override text(token: Tokens.Text | Tokens.Escape): string {
    if ('tokens' in token && token.tokens) return super.text(token);
    if (!token.text.includes('[SETTING:')) return this.#words(token, token.text);
    return settingReferences(token.text)
      .map(({ text, setting }) => (setting && this.#setting(setting)) || this.#words(token, text))
      .join('');
  }

  /**
   * Text as HTML. Behind a raw `<code>`, `<kbd>`, `<pre>` or `<script>` marked takes text for HTML that somebody has
   * escaped; here such a tag is text itself, and nobody has.
   */
  #words(token: Tokens.Text | Tokens.Escape, text: string): string {
    return super.text({ type: 'text', raw: token.raw, text, escaped: false });
  }

  /** What holds now as HTML, or nothing where that is not known. */
  #setting(name: LegalSettingName): string {
    const value = escapeHtml(String(this.#settings[name] ?? ''));
    return name === 'notice-email' && value && !this.#inLink
      ? `<a href="mailto:${value}">${value}</a>`
      : value;
  }

  override heading({ tokens, depth }: Tokens.Heading): string {
    const id = escapeHtml(this.#headingId(plainWords(tokens)));
    return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
  }

  override html(token: Tokens.HTML | Tokens.Tag): string {
    const text = escapeHtml(token.raw);
    return token.type === 'html' && token.block ? `<p>${text.trim()}</p>\n` : text;
  }

  override link(token: Tokens.Link): string {
    if (!isSafeHref(token.href)) return this.parser.parseInline(token.tokens);
    this.#inLink = true;
    const html = super.link(token);
    this.#inLink = false;
    return html;
  }

  override image(token: Tokens.Image): string {
    if (isSafeImageSource(token.href)) return super.image(token);
    return escapeHtml(plainWords(token.tokens));
  }

  override checkbox({ checked }: Tokens.Checkbox): string {
    return checked ? '☑ ' : '☐ ';
  }

  override table({ header, rows }: Tokens.Table): string {
    const head = header.map((cell) => this.tablecell(cell)).join('');
    const body = rows.map((row) => this.tablerow({ text: row.map((cell) => this.tablecell(cell)).join('') }));
    const label = labelOf(header);
    const name = label === '' ? '' : ` role="region" aria-label="${label}"`;
    return `<div data-legal-table-container tabindex="0"${name}>\n<table data-legal-table>\n<thead>\n${this.tablerow({ text: head })}</thead>\n${
      body.length > 0 ? `<tbody>\n${body.join('')}</tbody>\n` : ''
    }</table>\n</div>\n`;
  }

  override tablecell(cell: Tokens.TableCell): string {
    const align = cell.align ? ` align="${cell.align}"` : '';
    const content = this.parser.parseInline(cell.tokens);
    return cell.header ? `<th scope="col"${align}>${content}</th>\n` : `<td${align}>${content}</td>\n`;
  }
}

/** Renders the blocks of one document; headings are numbered across all calls. */
export function createLegalRenderer(settings: LegalSettings = {}): (tokens: Token[]) => string {
  const renderer = new LegalRenderer(settings);
  return (tokens) =>
    new Parser({ async: false, breaks: false, extensions: null, gfm: true, renderer }).parse(tokens);
}

/**
 * Gives each heading of a document an id of its own: the words in lower case, joined by hyphens,
 * numbered where two headings read alike.
 */
function createHeadingIds(): (text: string) => string {
  const taken = new Set<string>();
  const repeats = new Map<string, number>();
  return (text) => {
    const words = text
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M}]+/gu, '-')
      .replace(/^-|-$/g, '')
      .slice(0, 80);
    const base = words || 'section';
    let id = base;
    let repeat = repeats.get(base) ?? 0;
    while (taken.has(id)) {
      repeat++;
      id = `${base}-${repeat}`;
    }
    repeats.set(base, repeat);
    taken.add(id);
    return id;
  };
}
