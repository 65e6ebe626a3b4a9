import { randomUuid } from '@permesso/consent-core';
import type { SSRResult } from 'astro';
import { chunkToString, createComponent, renderSlotToString } from 'astro/runtime/server/index.js';
import { runtimeScripts, scriptOf, writeContent, writtenGates } from '../server/gate-veil.ts';

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
 * components, the runtime of islands and gates that stand there already are known by their text, and stay as they are.
 */
export const GatedSlot = createComponent((result: SSRResult, { gate }: Props, slots: Slots) => {
  const render = async (destination: { write(chunk: unknown): void }) => {
    const content = await renderSlotToString(result, slots.default as never);
    const html = String(chunkToString(result, content));
    writeContent(destination, gateAround(html, await ownMarkup(result), gate));
  };
  return { render } as never;
});

/** What this page's build has made by now, with what is to stand there, the longest first: one may stand in another. */
async function ownMarkup(result: SSRResult): Promise<[html: string, written: string][]> {
  const ids = [...result._metadata.renderedScripts];
  const scripts = await Promise.all(ids.map((id) => scriptOf(result, id)));
  const own = new Map([...runtimeScripts(result), ...scripts].map((script) => [script, script]));
  for (const gate of writtenGates(result))
    own.set(gate, gate.replace('<div data-consent-gate', `<div ${UNSEARCHED} data-consent-gate`));
  own.delete('');
  return [...own].sort(([one], [other]) => other.length - one.length);
}

/** Gates HTML in which comments that nobody can guess stand for what is the site's own. */
function gateAround(html: string, own: readonly [string, string][], gate: Props['gate']): string {
  const mark = randomUuid();
  let masked = html;
  for (const [index, [one]] of own.entries())
    masked = masked.replaceAll(one, () => `<!--${mark}:${index}-->`);
  return gate(masked)
    .replace(GATE_OF_CONTENT, `$&${UNSTYLED} ${UNSEARCHED} `)
    .replace(new RegExp(`<!--${mark}:(\\d+)-->`, 'g'), (_, index) => own[Number(index)]![1]);
}
