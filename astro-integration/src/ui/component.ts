import {
  type AstroComponentFactory,
  createComponent,
  renderSlot,
  renderTemplate,
} from 'astro/runtime/server/index.js';
import { stateOf } from '../server/page-state.ts';
import type { ComponentPage, OwnTexts } from './page.ts';

/** What every component with texts takes. */
export interface TextProps {
  /** Interface texts of the site's own; they stand in where the CMS left one empty. */
  t?: OwnTexts;
}

/** An Astro component, as `astro check` sees it. */
export type Component<Props> = (props: Props) => ReturnType<AstroComponentFactory>;

/**
 * A component that renders what it is told by its page, as a compiled one would, but without an `Astro` of its own:
 * on a page that answers for a visitor that is most of what a small component costs.
 *
 * @param render gets what stands in the default slot, or undefined
 */
export function component<Props extends TextProps>(
  render: (page: ComponentPage, own: OwnTexts, slotted: unknown) => unknown,
): Component<Props> {
  return createComponent((result: Result, props: Props, slots: Slots) => {
    const slotted = slots.default && renderSlot(result as never, slots.default);
    return renderTemplate(FRAME, render(pageOf(result, props, slots), props.t, slotted));
  }) as AstroComponentFactory as Component<Props>;
}

/** Nothing before and nothing behind. */
const FRAME = Object.assign(['', ''], { raw: ['', ''] });

type Slots = Record<string, never>;

/** The part of Astro's rendering context that we read. */
interface Result {
  request: Request;
  createAstro(props: object, slots: Slots): { locals: App.Locals; url: URL };
}

function pageOf(result: Result, props: object, slots: Slots): ComponentPage {
  const state = stateOf(result.request);
  if (state) return state;
  // Rendered by itself, as Astro's container does, or after a rewrite: then Astro's own object knows.
  const { locals, url } = result.createAstro(props, slots);
  return { consent: locals.consent, url };
}
