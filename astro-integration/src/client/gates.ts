import type { ConsentExpr } from '@permesso/consent-core';
import { grants } from './page.ts';

const GATE = '[data-consent-gate]';

/** What ran in this document: the loader's ledger, so that nothing runs twice whoever ran it. */
const LEDGER = Symbol.for('permesso.ran');
const scope = globalThis as { [LEDGER]?: Map<string, ConsentExpr | null> };

/** Opens and closes the page's gates as grants change, also gates that come later. */
export function attachGates(): void {
  const follow = () => {
    for (const gate of document.querySelectorAll<HTMLElement>(GATE)) settle(gate);
  };
  grants.subscribe(follow);
  new MutationObserver((changes) => {
    const added = changes.flatMap((change) => [...change.addedNodes]);
    if (added.some((node) => node instanceof Element && (node.matches(GATE) || node.querySelector(GATE))))
      follow();
  }).observe(document, { childList: true, subtree: true });
}

/** Loads the content of one gate, this once: nothing is stored. */
export function allowOnce(gate: HTMLElement): void {
  gate.dataset.allowed = '';
  settle(gate);
}

/** Brings one gate into the state that its expression asks for. */
export function settle(gate: HTMLElement): void {
  const expr = expressionOf(gate);
  const open = gate.dataset.allowed !== undefined || grants.has(expr);
  const isOpen = gate.dataset.state === 'open';
  if (!open && isOpen) close(gate);
  if (open && isOpen) noteScripts(gate, expr);
  const template = gate.querySelector<HTMLTemplateElement>(':scope > template');
  if (open && !isOpen && template) show(gate, template, expr);
}

function show(gate: HTMLElement, template: HTMLTemplateElement, expr: ConsentExpr): void {
  const content = document.createElement('div');
  content.dataset.consentContent = '';
  content.append(document.importNode(template.content, true));
  for (const script of content.querySelectorAll('script')) prepare(script, expr);
  state(gate, 'open');
  template.after(content);
}

function close(gate: HTMLElement): void {
  for (const content of gate.querySelectorAll(':scope > [data-consent-content]')) content.remove();
  state(gate, 'closed');
}

function state(gate: HTMLElement, value: 'open' | 'closed'): void {
  gate.dataset.state = value;
  const blocked = gate.querySelector<HTMLElement>(':scope > [data-consent-blocked]');
  if (blocked) blocked.hidden = value === 'open';
}

/** A script runs on insertion, once per document; the router must not run it again. */
function prepare(script: HTMLScriptElement, expr: ConsentExpr): void {
  if (!isExecutable(script)) return;
  if (note(script, expr)) script.dataset.astroExec = '';
  else script.remove();
}

/** Scripts of a gate that the server sent open ran already. */
function noteScripts(gate: HTMLElement, expr: ConsentExpr): void {
  if (gate.dataset.noted !== undefined) return;
  gate.dataset.noted = '';
  for (const script of gate.querySelectorAll('script')) if (isExecutable(script)) note(script, expr);
}

/** Enters a script in the ledger; false when it stood there already. */
function note(script: HTMLScriptElement, expr: ConsentExpr): boolean {
  scope[LEDGER] ??= new Map();
  const src = script.getAttribute('src');
  const key = src ? `src:${new URL(src, document.baseURI)}` : `text:${script.text}`;
  if (scope[LEDGER].has(key)) return false;
  scope[LEDGER].set(key, expr);
  grants.markRan?.(expr);
  return true;
}

function isExecutable(script: HTMLScriptElement): boolean {
  return /^(|module|text\/javascript)$/.test(script.type);
}

/** A category key, or the JSON of an expression; what cannot be read stays closed. */
export function expressionOf(gate: HTMLElement): ConsentExpr {
  const text = gate.dataset.consentCategory ?? '';
  if (!text.startsWith('{')) return text;
  try {
    return JSON.parse(text);
  } catch {
    return { or: [] };
  }
}
