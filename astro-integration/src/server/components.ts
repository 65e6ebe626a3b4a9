/** What the components need at render time; they are published as they are, this is built. */
import type { ConsentExpr } from '@permesso/consent-core';
import { type GateHtmlOptions, gateHtml, servicePictureStyle } from '@permesso/consent-core/content';
import { legalStyle } from '@permesso/consent-core/legal';
import type { OwnTexts, Visit, VisitState } from '@permesso/consent-core/site';
import {
  type GatePlaceholderInput,
  gatePlaceholder,
  gateStyle,
  placeholderStyle,
  toStyledHtml,
} from '@permesso/consent-core/ui';
import {
  type AstroComponentFactory,
  createComponent,
  renderSlot,
  renderTemplate,
  unescapeHTML,
} from 'astro/runtime/server/index.js';
import { Marked } from 'marked';
import { contentOptions } from './content-options.ts';
import { stateOf } from './page-state.ts';
import { legalPagesOf, site, visitOf } from './site.ts';

export { type BlocksNode, blocksHtml, type UnknownHosts } from '@permesso/consent-core/content';
/** What the components of legal pages read. */
export type { PublishedLegalPage } from '@permesso/consent-core/legal-pages';
export { directionOf, type InterfaceTexts } from '@permesso/consent-core/texts';
export { ContentVeil, GATE_EDGE, GateVeil } from './gate-veil.ts';
export { legalPagesOf, site, visitOf };

/** What every component with texts takes. */
export interface TextProps {
  /** Interface texts of the site's own; they stand in where the CMS left one empty. */
  t?: OwnTexts;
}

/** An Astro component, as `astro check` sees it. */
export type Component<Props> = (props: Props) => ReturnType<AstroComponentFactory>;

/** What tables and texts of legal pages look like, where they stand. */
export const LEGAL_STYLE = `<style>${legalStyle}</style>`;

/** What a gate looks like in whose place something of the site's own stands. */
export const GATE_STYLE = `<style>${gateStyle}</style>`;

/** What stands where a gate's content is missing: which category it needs, and two ways to allow it. */
export function placeholderHtml(
  consent: VisitState | undefined,
  category: ConsentExpr,
  { reason, style, classes }: Pick<GatePlaceholderInput, 'reason' | 'style' | 'classes'>,
): string {
  const { texts, dir, lang } = site.speech(consent);
  const visit = visitOf(consent);
  const picture =
    visit && typeof category === 'string'
      ? servicePictureStyle(category, visit, contentOptions(visit.address))
      : undefined;
  const placeholder = gatePlaceholder({
    category,
    reason,
    config: consent?.config ?? null,
    texts,
    preferences: visit?.preferencesAddress ?? null,
    direction: dir,
    language: lang,
    style: [style?.replace(/;\s*$/, ''), picture].filter(Boolean).join(';') || undefined,
    classes,
  });
  return toStyledHtml(placeholder, placeholderStyle);
}

/**
 * HTML of a CMS with what needs consent held back.
 *
 * @throws on a page without the integration's middleware: nobody knows there what is granted, or whose an address is
 */
export function contentHtml(
  consent: VisitState | undefined,
  html: string | null | undefined,
  request: Request,
  { unknown, own = [], ownCode }: Pick<GateHtmlOptions, 'unknown' | 'own' | 'ownCode'> = {},
): string {
  const visit = visitOf(consent);
  if (!visit) throw new Error('consent: <ConsentContent> needs the middleware of @permesso/consent-astro');
  const options = contentOptions(request.url);
  return gateHtml(html ?? '', visit, {
    ...options,
    unknown: unknown ?? options.unknown,
    own: [...(options.own ?? []), ...own],
    ownCode,
    mark: stateOf(request)?.mark,
  });
}

/** A reader of its own: what a site gives to `marked.use` is for its own Markdown. */
const reader = new Marked({ async: false, gfm: true });

/** Markdown with the HTML that stands in it, for the gate. */
export const markdownHtml = (markdown: string | null | undefined): string =>
  reader.parse(markdown ?? '', { async: false });

/**
 * A component that renders HTML of its page's visit, as a compiled one would, but without an `Astro` of its own: on a page
 * that answers for a visitor that is most of what a small component costs.
 *
 * @param render gets the visit and what stands in the default slot, and gives HTML, or parts of which texts are HTML
 */
export function component<Props extends TextProps>(
  render: (visit: Visit, slotted: unknown) => string | readonly unknown[],
): Component<Props> {
  return createComponent((result: Result, props: Props, slots: Slots) => {
    const slotted = slots.default && renderSlot(result as never, slots.default);
    const visit = visitOn(result, props, slots)?.withTexts(props.t);
    return renderTemplate(FRAME, visit && written(render(visit, slotted)));
  }) as AstroComponentFactory as Component<Props>;
}

/** Nothing before and nothing behind. */
const FRAME = Object.assign(['', ''], { raw: ['', ''] });

type Slots = Record<string, never>;

/** The part of Astro's rendering context that we read. */
interface Result {
  request: Request;
  createAstro(props: object, slots: Slots): { locals: App.Locals };
}

function visitOn(result: Result, props: object, slots: Slots): Visit | undefined {
  // Rendered by itself, as Astro's container does, or after a rewrite: then Astro's own object knows.
  return stateOf(result.request)?.visit ?? visitOf(result.createAstro(props, slots).locals.consent);
}

function written(parts: string | readonly unknown[]): unknown {
  if (typeof parts === 'string') return unescapeHTML(parts);
  return parts.map((part) => (typeof part === 'string' ? unescapeHTML(part) : part));
}
