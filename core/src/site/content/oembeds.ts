import { escapeHtml, isWebAddress } from '../../contract/safe-html.ts';
import { embedOf } from './embed-addresses.ts';
import { readHtml } from './html-tokens.ts';
import type { StartTag } from './tag-report.ts';

/** What CKEditor writes for a pasted film, which no browser shows: `<oembed url="…"></oembed>`. */
const OEMBED = 'oembed';
const END_TAG = '</oembed>';

/** By the names of tags alone: what comes out of it is read as HTML anyway. */
const READING = { scripting: true, richSelect: true, ahead: true };

/**
 * HTML with frames in the place of what editors paste: those of the services that we know, and links to the address of all others.
 * Of an address that is none of the web nothing is made.
 */
export function withFramesForOembeds(html: string): string {
  if (!/<oembed[\s/]/i.test(html)) return html;
  const parts: string[] = [];
  let from = 0;
  const put = (start: number, end: number, text: string) => {
    parts.push(html.slice(from, start), text);
    from = end;
  };
  readHtml(html, false, READING, {
    startTag(tag) {
      const shown = tag.name === OEMBED && shownFor(tag);
      if (shown) put(tag.start, tag.end, shown);
    },
    endTag(name, end) {
      const start = end - END_TAG.length;
      if (name === OEMBED && html.slice(start, end).toLowerCase() === END_TAG) put(start, end, '');
    },
    text() {},
    unended() {},
  });
  return parts.join('') + html.slice(from);
}

function shownFor({ attributes }: StartTag): string | null {
  const url = attributes.find(({ name }) => name === 'url')?.value.trim() ?? '';
  if (!isWebAddress(url) || !URL.canParse(url)) return null;
  const address = new URL(url);
  const embed = embedOf(address);
  return embed ? frame(embed.address, embed.room) : link(address.href);
}

const frame = (address: string, room: string) =>
  `<iframe src="${escapeHtml(address)}" style="${room}" frameborder="0" allowfullscreen loading="lazy"></iframe>`;

const link = (address: string) => `<a href="${escapeHtml(address)}">${escapeHtml(address)}</a>`;
