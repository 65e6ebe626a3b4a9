import { escapeHtml } from '@permesso/consent-core/legal';
import { Marked } from 'marked';
import type { TextFormat } from './rich-text';

/** As sites show it who trust their editors: with the HTML in it. One of its own, as the one of the package is everybody's. */
const markdown = new Marked({ gfm: true });

/** Longer texts are not read: one would hold up everybody for a tenth of a second. In characters, pasted pictures aside. */
const LONGEST_TEXT = 500_000;

/**
 * A text as HTML, with all in it that would load something.
 *
 * @returns null where it is too long to be read.
 */
export function htmlOf(text: unknown, format: TextFormat): string | null {
  if (format === 'blocks') return picturesOf(text);
  if (typeof text !== 'string') return '';
  const short = withoutData(text);
  if (short.length > LONGEST_TEXT) return null;
  return format === 'markdown' ? markdown.parse(short, { async: false }) : short;
}

/** Pictures that were pasted are megabytes of text without a tag or an address in it. */
const withoutData = (text: string): string => text.replace(/base64,[A-Za-z0-9+/=]{1000,}/g, 'base64,');

interface Block {
  type?: unknown;
  image?: { url?: unknown } | null;
  children?: unknown;
}

/** Of Strapi's blocks pictures are all that loads. */
function picturesOf(blocks: unknown): string {
  if (!Array.isArray(blocks)) return '';
  return (blocks as (Block | null)[])
    .map((block) => {
      const url = block?.type === 'image' ? block.image?.url : undefined;
      const picture = typeof url === 'string' ? `<img src="${escapeHtml(url)}">` : '';
      return picture + picturesOf(block?.children);
    })
    .join('');
}
