import { randomUuid } from '@permesso/consent-core';
import { gateOpenerScript, inertJson } from '@permesso/consent-core/site';
import type { SSRResult } from 'astro';
import {
  chunkToString,
  createComponent,
  markHTMLString,
  renderScript,
  renderSlotToString,
} from 'astro/runtime/server/index.js';
import { createRenderInstruction } from 'astro/runtime/server/render/instruction.js';
import { renderServerIslandRuntime } from 'astro/runtime/server/render/server-islands.js';
import { getPrescripts } from 'astro/runtime/server/scripts.js';
import { stateOf } from './page-state.ts';

type Slots = Record<string, (result: SSRResult) => unknown>;

interface Destination {
  write(chunk: unknown): void;
}

const openerTag = `<script>${gateOpenerScript}</script>`;

/** The mark of what a gate holds as text. */
const TEXT = ' data-consent-text';

const OPENER_ID = 'consent-gate-opener';

/** Astro writes it once for a page, where it comes first in the document. */
const openerScript = createRenderInstruction({ type: 'script', id: OPENER_ID, content: openerTag });

/**
 * Renders a gate to a string before it is written. Only so do the scripts of gated content stay where they stand:
 * streamed from inside a custom element or a framework's slot, Astro would hoist them in front of the gate's template,
 * and run them.
 *
 * Astro calls it before it sends the head (`propagation`), which is the last moment to keep preloads out of there.
 */
export const GateVeil = createComponent({
  propagation: 'self',
  factory(result: SSRResult, { open }: { open: boolean }, slots: Slots) {
    withholdPreloads(result);
    return {
      async render(destination: Destination) {
        const gate = await renderGate(result, slots, open);
        if (open) destination.write(openerScript);
        destination.write(markHTMLString(withinEdges(result, gate)));
      },
    } as never;
  },
});

/** Content that gates itself. */
export const ContentVeil = createComponent(
  (_: SSRResult, { html }: { html: string }) =>
    ({ render: (destination: Destination) => writeContent(destination, html) }) as never,
);

/** Writes HTML with gates in it: what opens them, once for a page, and then the rest. */
export function writeContent(destination: Destination, html: string): void {
  const rest = html.replaceAll(openerTag, '');
  if (rest !== html) destination.write(openerScript);
  destination.write(markHTMLString(rest));
}

/** What the comments around a page's gates say; null where gates have none. */
let edges: WeakMap<SSRResult, string> | null = null;

/**
 * Has gates stand between two comments, by which they are found in the HTML of their page whatever has written that anew, and hold nothing but
 * text. For sites that gate what their templates render, from the start: components render before what they stand in.
 */
export function edgeGates(): void {
  edges ??= new WeakMap();
}

/** Finds the gates of a page in its HTML; no content can know what the comments say. */
export function edgedGates(result: SSRResult): RegExp {
  const edge = edgeOf(result);
  return new RegExp(`<!--${edge}-->([^]*?)<!--/${edge}-->`, 'g');
}

function edgeOf(result: SSRResult): string | undefined {
  if (!edges?.has(result)) edges?.set(result, randomUuid());
  return edges?.get(result);
}

function withinEdges(result: SSRResult, gate: string): string {
  const edge = edgeOf(result);
  return edge ? `<!--${edge}-->${gate}<!--/${edge}-->` : gate;
}

/** Gates in a gate are a part of it. */
const withoutEdges = (result: SSRResult, html: string): string =>
  edges ? html.replace(edgedGates(result), '$1') : html;

async function renderGate(result: SSRResult, slots: Slots, open: boolean): Promise<string> {
  const { renderedScripts } = result._metadata;
  const before = new Set(renderedScripts);
  const content = await renderSlotToString(result, slots.default as never);
  const meanwhile = [...renderedScripts].filter((id) => !before.has(id));
  for (const id of meanwhile) before.add(id);
  const html = String(chunkToString(result, content));
  for (const id of renderedScripts) if (!before.has(id)) renderedScripts.delete(id);
  await giveBack(result, meanwhile, html);
  // Gates in it open with it.
  return sealed(
    withRuntimeInFront(result, withoutEdges(result, html).replaceAll(openerTag, '')),
    open,
    stateOf(result.request)?.mark,
  );
}

/** Stands in a gate's template before and after its content, until the gate is written. */
export const GATE_EDGE = '<!--consent-gate-edge-->';

/**
 * The gate without its edges. Where its content ends a template, of its own, of a gate in it or, as in the snippet of an
 * embed, of none, it travels as a string of JSON, which no parser takes for the end of the gate's: what stood behind
 * that would run at once. The page parses it when the gate opens. So it does where what writes a page's HTML anew may know no templates.
 *
 * @param mark by which it is known that all of this waits for what the gate asks for, and not for what each part needs by itself
 */
function sealed(html: string, open: boolean, mark: string | undefined): string {
  const marked = mark ? ` data-consent-text="${mark}"` : '';
  const [front = '', ...rest] = html.split(GATE_EDGE);
  const back = rest.pop() ?? '';
  const content = rest.join('').replaceAll(marked || TEXT, TEXT);
  const shown = open ? withoutJavaScript(content, marked) : '';
  if (!edges && !/<\/template/i.test(content)) {
    const template = front.replace(/<template>$/, `<template${marked}>`);
    return template + content + back.replace('</template>', `$&${shown}`);
  }
  const script = `<script type="application/json"${marked || TEXT}>`;
  return `${front.replace(/<template>$/, script)}${inertJson(content)}${back.replace(/^<\/template>/, `</script>${shown}`)}`;
}

/**
 * What an open gate holds once more, for visitors without JavaScript: nobody opens it for them, so what the server knew
 * decides. For all others it is text to the parser, up to the first end tag of its kind.
 */
function withoutJavaScript(content: string, marked: string): string {
  const flat = content.replace(/<\/?noscript\b[^>]*>/gi, '');
  return /<\/noscript/i.test(flat)
    ? ''
    : `<noscript${marked}><div data-consent-content>${flat}</div></noscript>`;
}

/**
 * Astro writes the script of a component once for a page, with its first use. One that this gate holds must not count:
 * the same component outside would have no script before the grant. What MDX has in its slot is written while others
 * are, too: there what stands in this gate is looked for.
 */
async function giveBack(result: SSRResult, written: string[], html: string): Promise<void> {
  for (const id of written) {
    const script = await scriptOf(result, id);
    if (script && html.includes(script)) result._metadata.renderedScripts.delete(id);
  }
}

/** The element of a component's script. */
export async function scriptOf(result: SSRResult, id: string): Promise<string> {
  if (id === OPENER_ID) return openerTag;
  const { content } = (await renderScript(result, id)) as unknown as { content: string };
  return content;
}

const isIslandPreload = (tag: unknown) => /^<link rel="preload"[^>]*\/_server-islands\//.test(String(tag));

/**
 * Astro preloads in the head every server island that it knows by then. Which of them a gate holds is known only once the
 * gate is rendered, for which the head must not wait: so a page with a gate preloads none (I5). Islands outside of gates
 * still load, when their own script runs.
 */
function withholdPreloads({ _metadata }: SSRResult): void {
  const kept = _metadata.extraHead.filter((tag) => !isIslandPreload(tag));
  kept.push = (...tags) =>
    Array.prototype.push.apply(
      kept,
      tags.filter((tag) => !isIslandPreload(tag)),
    );
  _metadata.extraHead = kept;
}

/**
 * Astro emits the runtime of its islands once, with the first island of the page. In MDX that may be one inside this
 * gate; the islands after it would then wait for the gate. In front of it the runtime is harmless: it is Astro's own.
 */
function withRuntimeInFront(result: SSRResult, html: string): string {
  if (!html.includes('<script>')) return html;
  let front = '';
  let rest = html;
  for (const script of runtimeScripts(result)) {
    if (!script || !rest.includes(script)) continue;
    front += script;
    rest = rest.replace(script, () => '');
  }
  return front + rest;
}

/** What Astro emits once for a page, in the order in which it has to run. */
export function runtimeScripts(result: SSRResult): string[] {
  const directives = [...result.clientDirectives.keys()];
  return [
    ...directives.map((directive) => getPrescripts(result, 'both', directive)),
    ...directives.map((directive) => getPrescripts(result, 'directive', directive)),
    ...result.renderers.map(({ ssr }) => ssr.renderHydrationScript?.() ?? ''),
    String(renderServerIslandRuntime()),
  ];
}
