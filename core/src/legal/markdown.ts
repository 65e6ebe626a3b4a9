import { Lexer, type MarkedOptions, type Token, type Tokens } from 'marked';
import { type ExceededLimit, limitOfDocument, limitOfRun } from './markdown-limits.ts';
import { createLegalRenderer } from './renderer.ts';
import type { LegalSettings } from './shortcodes.ts';
import { type LegalNode, type LegalShortcodeNode, parseShortcode } from './shortcodes.ts';

/** A paragraph, heading or cell over a limit: text, and why. */
export interface PlainRun extends Tokens.Text {
  exceeds: string;
}

export interface LexedMarkdown {
  tokens: Token[];
  /** The limit over which the document as a whole is; null where at most some of its paragraphs are (`PlainRun`). */
  exceeded: ExceededLimit | null;
  /** The text whose lines the tokens' `raw` add up to. */
  source: string;
}

/** Markdown as marked's tokens: CommonMark and the GFM extensions. What is over a limit is text. Never throws. */
export function lexMarkdown(markdown: string): LexedMarkdown {
  const source = markdown.replace(/\r\n?/g, '\n').replaceAll('\0', '\uFFFD');
  const exceeded = limitOfDocument(source);
  if (exceeded) return { tokens: plainDocument(source), exceeded, source };
  try {
    return { tokens: new LegalLexer(OPTIONS).lex(source), exceeded: null, source };
  } catch {
    // Only a mistake of marked's own gets here, and no page has to fail for it.
    const message = 'this text cannot be read as Markdown and is shown without formatting';
    return { tokens: plainDocument(source), exceeded: { message, line: 1 }, source };
  }
}

/** Every option is given: the site's own `marked.use(…)` must not reach in here. */
const OPTIONS: MarkedOptions = {
  async: false,
  breaks: false,
  extensions: null,
  gfm: true,
  hooks: null,
  pedantic: false,
  silent: false,
  walkTokens: null,
};

class LegalLexer extends Lexer {
  override inlineTokens(src: string, tokens: Token[] = []): Token[] {
    const exceeds = limitOfRun(src);
    if (exceeds === null) return super.inlineTokens(src, tokens);
    const run: PlainRun = { ...plainText(src), exceeds };
    tokens.push(run);
    return tokens;
  }
}

function plainText(text: string): Tokens.Text {
  return { type: 'text', raw: text, text, escaped: false };
}

/** The paragraphs of a document, as they were typed. */
function plainDocument(source: string): Token[] {
  return source
    .split(/(\n(?:[ \t]*\n)+)/)
    .filter((part) => part !== '')
    .map((part) =>
      part.trim() === ''
        ? { type: 'space', raw: part }
        : { type: 'paragraph', raw: part, text: part, tokens: [plainText(part)] },
    );
}

/** The shortcode that a top-level paragraph consists of, or null (behaviour.md H1). */
export function shortcodeOfParagraph(token: Token): LegalShortcodeNode | null {
  return token.type === 'paragraph' ? parseShortcode(token.raw) : null;
}

/**
 * A legal page's Markdown as nodes: finished HTML, with a node for each shortcode that stands alone in
 * a paragraph. CommonMark and GFM, with raw HTML shown as text and links limited to http, https, mailto,
 * tel and relative ones (behaviour.md H2).
 *
 * Never throws, and ends within seconds: what is over one of `MARKDOWN_LIMITS` is shown as it was typed.
 *
 * @param settings what `[SETTING: …]` in the text stands for; what is unknown stays visible as it is written
 */
export function parseLegalMarkdown(markdown: string, settings?: LegalSettings): LegalNode[] {
  const render = createLegalRenderer(settings);
  const nodes: LegalNode[] = [];
  let blocks: Token[] = [];
  const flush = () => {
    const html = render(blocks);
    if (html !== '') nodes.push({ type: 'html', html });
    blocks = [];
  };
  for (const token of lexMarkdown(markdown).tokens) {
    const shortcode = shortcodeOfParagraph(token);
    if (!shortcode) {
      blocks.push(token);
      continue;
    }
    flush();
    nodes.push(shortcode);
  }
  flush();
  return nodes;
}
