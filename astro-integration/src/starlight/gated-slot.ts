import { randomUuid } from '@permesso/consent-core';
import type { SSRResult } from 'astro';
import { chunkToString, createComponent, renderSlotToString } from 'astro/runtime/server/index.js';
import { edgedGates, edgeGates, runtimeScripts, scriptOf, writeContent } from '../server/gate-veil.ts';

edgeGates();

type Slots = Record<string, (result: SSRResult) => unknown>;

/** Pagefind leaves it out: what it would find of a gate are its buttons. */
const UNSEARCHED = 'data-pagefind-ignore';

/** Starlight leaves it as it is written; it would have a frame as high as it likes. */
const UNSTYLED = 'class="not-content"';

/** A gate of content, and not a piece of a text. */
const GATE_OF_CONTENT = /<span data-consent-gate (?=data-consent-category="[^"]*" data-state="\w+">)/g;

interface Props {
  /** Holds back what needs consent. */
  gate(html: string): string;
}

/**
 * Gates what a site's own templates and content have rendered, rather than what somebody wrote into a CMS: the scripts of
 * components, the runtime of islands and gates that stand there already are the site's own, and stay as they are.
 */
export const GatedSlot = createComponent((result: SSRResult, { gate }: Props, slots: Slots) => {
  const render = async (destination: { write(chunk: unknown): void }) => {
    const content = await renderSlotToString(result, slots.default as never);
    const html = String(chunkToString(result, content));
    const own = new OwnMarkup();
    const foreign = own.takeOut(html, edgedGates(result), await ownScripts(result));
    const gated = gate(foreign).replace(GATE_OF_CONTENT, `$&${UNSTYLED} ${UNSEARCHED} `);
    writeContent(destination, own.putBack(gated));
  };
  return { render } as never;
});

/** What this page's build has made by now, the longest first: one may stand in another. */
async function ownScripts(result: SSRResult): Promise<string[]> {
  const ids = [...result._metadata.renderedScripts];
  const scripts = await Promise.all(ids.map((id) => scriptOf(result, id)));
  return [...new Set([...runtimeScripts(result), ...scripts])]
    .filter(Boolean)
    .sort((one, other) => other.length - one.length);
}

/** Markup of the site's own, in whose place comments stand meanwhile that nobody can guess. */
class OwnMarkup {
  readonly #mark = randomUuid();
  readonly #pieces: string[] = [];

  takeOut(html: string, gates: RegExp, scripts: readonly string[]): string {
    const gate = (_: string, text: string) =>
      this.#add(text.replace('<div data-consent-gate', `<div ${UNSEARCHED} data-consent-gate`));
    return scripts.reduce(
      (text, script) => text.replaceAll(script, () => this.#add(script)),
      html.replace(gates, gate),
    );
  }

  putBack(html: string): string {
    return html.replace(
      new RegExp(`<!--${this.#mark}:(\\d+)-->`, 'g'),
      (_, index) => this.#pieces[Number(index)]!,
    );
  }

  #add(piece: string): string {
    return `<!--${this.#mark}:${this.#pieces.push(piece) - 1}-->`;
  }
}
