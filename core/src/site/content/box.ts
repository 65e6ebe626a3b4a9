/** Gates for what is visible in content: a placeholder, and what it stands for as a text that nothing reads as markup. */
import { escapeHtml, isWebAddress } from '../../contract/safe-html.ts';
import { gatePlaceholder } from '../../ui/gate-placeholder.ts';
import { toHtml } from '../../ui/markup.ts';
import { placeholderStyle, smallPlaceholderStyle } from '../../ui/styles.ts';
import { inertJson } from '../page-payload.ts';
import type { Visit } from '../visit.ts';
import { cssAddresses } from './css-addresses.ts';
import { originalOf } from './embed-addresses.ts';
import { TEXT, withoutMarks } from './gate-marks.ts';
import { expressionText, withAttributes } from './held-tag.ts';
import type { Needs } from './owners.ts';
import { pictureStyle } from './picture-style.ts';
import { mayBeSmall } from './said-size.ts';
import type { Attribute, StartTag } from './tag-report.ts';

/** An element that becomes a gate. */
export interface Boxed {
  name: string;
  attributes: readonly Attribute[];
  /** Of what it shows, as it is written; empty where it says none. */
  address: string;
  /** Its source. */
  html: string;
  needs: Needs;
  /** Address of a picture of it on the site's own hosts. */
  poster: string | null;
}

export class BoxWriter {
  readonly #visit: Visit;
  /** By which gates of this answer are known while it is read again; nobody can guess it. */
  readonly mark: string;
  readonly #opens: boolean;
  /** Styles stand in the first gate alone that needs them: there may be thousands. */
  readonly #styles = new Set<string>();
  #hasOpen = false;

  /** @param opens whether what is granted is sent open */
  constructor(visit: Visit, mark: string, opens: boolean) {
    this.#visit = visit;
    this.mark = mark;
    this.#opens = opens;
  }

  /** All of it are elements that may stand in a paragraph: another one would end it. */
  write(boxed: Boxed): string {
    const { html, needs } = boxed;
    const { expression } = needs;
    const opens = this.#opens && this.#visit.has(expression);
    this.#hasOpen ||= opens;
    const small = boxed.name in DEFAULT_HEIGHTS || mayBeSmall(boxed.attributes);
    const blocked = this.#placeholder(boxed, small);
    const styles = this.#style(placeholderStyle) + (small ? this.#style(smallPlaceholderStyle) : '');
    const state = opens ? 'open' : 'closed';
    return (
      `<span data-consent-gate data-consent-category="${escapeHtml(expressionText(expression))}" data-state="${state}">` +
      `<script type="application/json" ${TEXT}="${this.mark}">${inertJson(html)}</script>` +
      (opens ? withoutJavaScript(html) : '') +
      `<span data-consent-blocked${opens ? ' hidden' : ''}>${styles}${toHtml(blocked)}</span></span>`
    );
  }

  unforged(tag: StartTag): string {
    return withAttributes(
      tag,
      tag.attributes.filter(({ name }) => name !== TEXT),
    );
  }

  /**
   * The text as it is sent: with what opens gates, where one is to be open, before the first.
   *
   * @param keepsMarks whether it becomes a part of an answer that is read once more
   */
  finish(text: string, opener: string, keepsMarks: boolean): string {
    const html = keepsMarks ? text : withoutMarks(text, this.mark);
    const first = this.#hasOpen ? html.indexOf('<span data-consent-gate ') : -1;
    const script = `<script>${opener}</script>`;
    if (first === -1 || html.lastIndexOf(script, first) !== -1) return html;
    return html.slice(0, first) + script + html.slice(first);
  }

  /** A style, the first time. */
  #style(style: string): string {
    if (this.#styles.has(style)) return '';
    this.#styles.add(style);
    return `<style>${style}</style>`;
  }

  #placeholder({ name, attributes, address: written, needs, poster }: Boxed, small: boolean) {
    const { config, speech, preferencesAddress } = this.#visit;
    const value = (searched: string) => attributes.find((one) => one.name === searched)?.value;
    const hosts = [...needs.unknown].filter(Boolean).join(', ');
    const services = [...needs.trackers].map((tracker) => tracker.name).join(', ');
    const address = addressOf(written, this.#visit.address);
    return gatePlaceholder({
      category: needs.expression,
      config,
      texts: speech.texts,
      preferences: preferencesAddress,
      direction: speech.dir,
      language: speech.lang,
      reason: [...needs.trackers].map(described).join(' ') || undefined,
      name: needs.unknown.size > 0 ? hosts || value('title') || name : undefined,
      // A host that nobody declared has no category that one could allow.
      always: needs.unknown.size === 0,
      inline: true,
      small,
      link: address
        ? { address, text: value('title') || value('alt')?.trim() || services || address }
        : undefined,
      style: [roomOf(name, value), poster && pictureStyle(poster)].filter(Boolean).join(';') || undefined,
      classes: value('class')?.trim() || undefined,
    });
  }
}

const described = ({ name, vendor, purpose }: { name: string; vendor?: string; purpose?: string }) =>
  `${name}${vendor && vendor !== name ? ` (${vendor})` : ''}${purpose ? `: ${purpose}` : ''}`;

/** Where a visitor finds it without loading it here. */
function addressOf(text: string, page: string): string | null {
  if (!text || !URL.canParse(text, page)) return null;
  const address = new URL(text, page);
  return isWebAddress(address.href) ? (originalOf(address) ?? address.href) : null;
}

/** How high an element is where nothing says it: of a picture nobody knows, so it gets what one button takes. */
const DEFAULT_HEIGHTS: Record<string, string> = { audio: '54px', img: '2.75rem' };

/**
 * As much room as the element takes, so that nothing moves when it comes. What its attributes say gives way to styles, as it does of the
 * element itself; where they say nothing it is what browsers give to any (HTML, 15.4.1), of which the stylesheet knows.
 */
function roomOf(element: string, value: (name: string) => string | undefined): string {
  const length = (name: string) => {
    const [, number, unit] = /^\s*(\d+(?:\.\d+)?)\s*(%|px)?/.exec(value(name) ?? '') ?? [];
    return number ? `${number}${unit ?? 'px'}` : '';
  };
  const [width, height] = [length('width'), length('height')];
  // Of films and pictures, and of nothing else here, browsers keep the ratio of the two.
  const keepsRatio = element === 'video' || element === 'img';
  const isRatio = keepsRatio && /px$/.test(width) && /px$/.test(height);
  // Most sites have pictures become as narrow as their column, and as much lower.
  const ownHeight = isRatio && element === 'img' ? '' : height || DEFAULT_HEIGHTS[element];
  const own = value('style') ?? '';
  return [
    width && `--pc-width:${width}`,
    ownHeight && `--pc-height:${ownHeight}`,
    isRatio && `--pc-ratio:${width.slice(0, -2)}/${height.slice(0, -2)}`,
    // With an address in it, it would load.
    cssAddresses(own).length === 0 && !/[{}<]/.test(own) && own.trim().replace(/;$/, ''),
  ]
    .filter(Boolean)
    .join(';');
}

/** Once more for visitors without JavaScript: nobody opens it for them, so what the server knew decides. */
function withoutJavaScript(html: string): string {
  return /<\/?noscript/i.test(html) ? '' : `<noscript><span data-consent-content>${html}</span></noscript>`;
}
