import type { ConsentExpr } from '../contract/config.ts';
import { runScripts, takeScripts } from './gate-scripts.ts';
import { expressionOf } from './ledger.ts';
import { trusted } from './trusted-types.ts';

export const GATE = '[data-consent-gate]';

export const BLOCKED = ':scope > [data-consent-blocked]';

export const CONTENT = ':scope > [data-consent-content]';

/**
 * What a gate holds, open or closed: a template, or a script of data with what would end one early. Never the text of a
 * template: to a sanitizer that is harmless text, so users could write it, and parsed here it would run.
 */
const HELD = ':scope > template, :scope > script[type="application/json"][data-consent-text]';

type Held = HTMLTemplateElement | HTMLScriptElement;

/**
 * What is asked for by gates that the visitor has allowed once: nothing, for nobody has granted it, and so nobody can revoke it. Not by
 * an attribute: users may write one.
 */
const allowances = new WeakMap<HTMLElement, { and: ConsentExpr[] }>();

export const isAllowedOnce = (gate: HTMLElement): boolean => allowances.has(gate);

export function allowOnce(gate: HTMLElement): void {
  allowances.set(gate, { and: [] });
}

/** From now on what has run by it counts as what the gate asks for: where that is not granted, a reload ends it (C12). */
export function endAllowance(gate: HTMLElement): void {
  allowances.get(gate)?.and.push(expressionOf(gate));
  allowances.delete(gate);
}

/** Shows what a gate holds. Returns it, or null where it is shown already or has not come yet. */
export function openGate(gate: HTMLElement): HTMLElement | null {
  const held = gate.querySelector<Held>(HELD);
  const found = held && !gate.querySelector(CONTENT) && !isUnderWay(held) && contentOf(held);
  if (!found) return null;
  const content = document.createElement('div');
  content.dataset.consentContent = '';
  content.append(found);
  const scripts = takeScripts(content);
  setState(gate, 'open');
  held.after(content);
  void runScripts(scripts, { and: expressionsAround(gate) });
  return content;
}

/** Removes what a gate shows, and keeps what it holds: it may open again. */
export function closeGate(gate: HTMLElement): void {
  for (const content of gate.querySelectorAll(CONTENT)) content.remove();
  setState(gate, 'closed');
}

function setState(gate: HTMLElement, state: 'open' | 'closed'): void {
  if (gate.dataset.state !== state) gate.dataset.state = state;
  const blocked = gate.querySelector<HTMLElement>(BLOCKED);
  if (blocked) blocked.hidden = state === 'open';
}

/** Whether the parser may still be within it: what is whole has something behind it. */
const isUnderWay = (held: Held) => document.readyState === 'loading' && !held.nextElementSibling;

/**
 * As inert nodes, whichever way it was held. What is for visitors without JavaScript is text to the parser of a page, but
 * elements to one in a script: those would load.
 */
function contentOf(held: Held): DocumentFragment | null {
  const content =
    held instanceof HTMLTemplateElement
      ? (held.content.cloneNode(true) as DocumentFragment)
      : parsed(JSON.parse(held.text));
  for (const other of content?.querySelectorAll('noscript') ?? []) other.remove();
  return content;
}

/** Null where the page demands Trusted Types and does not allow our policy. */
function parsed(text: string): DocumentFragment | null {
  const template = document.createElement('template');
  const html = trusted('HTML', text);
  try {
    // Only so are declarative shadow roots attached; older browsers know neither.
    if (template.setHTMLUnsafe) template.setHTMLUnsafe(html);
    else template.innerHTML = html;
  } catch {
    return null;
  }
  return template.content;
}

/** What the gates around a node ask for: as soon as one of it is revoked, what ran there should not go on (C12). */
function expressionsAround(node: Element): ConsentExpr[] {
  const gate = node.closest<HTMLElement>(GATE);
  return gate
    ? [
        allowances.get(gate) ?? expressionOf(gate),
        ...(gate.parentElement ? expressionsAround(gate.parentElement) : []),
      ]
    : [];
}
