import type { Token } from 'marked';
import { lexMarkdown } from './lexer.ts';
import { createLegalRenderer } from './renderer.ts';
import type { LegalSettings } from './setting-references.ts';
import { type LegalNode, type LegalShortcodeNode, parseShortcode } from './shortcodes.ts';

/** The shortcode that a top-level paragraph consists of, or null (behaviour.md H1). */
export function shortcodeOfParagraph(token: Token): LegalShortcodeNode | null {
  return token.type === 'paragraph' ? parseShortcode(token.raw) : null;
}

/**
 * A legal page's Markdown as nodes: finished HTML, with a node for each shortcode that stands alone in
 * a paragraph. CommonMark and GFM, with raw HTML shown as text and links limited to http, https, mailto,
 * tel and relative ones (behaviour.md H2).
 *
 * Never throws, and takes time linear to the length: what would take longer is shown as plain text.
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
