import { type ConsentExpr, type ConsentStore, ledger, markRan } from '@permesso/consent-core';
import { expressionKeys } from '../expression-keys.ts';
import { grants } from './grants.ts';

const GATE = '[data-consent-gate]';

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
  // The router runs what it has not seen run; what a gate ran it cannot have seen.
  document.addEventListener('astro:before-swap', (event) => {
    const { newDocument } = event as Event & { newDocument: Document };
    for (const script of newDocument.querySelectorAll<HTMLScriptElement>(`${GATE} script`)) {
      if (ledger().has(keyOf(script))) script.dataset.astroExec = '';
    }
  });
  document.addEventListener('consentallow', (event) => {
    const control = event.target as HTMLElement;
    const gate = control.closest<HTMLElement>(GATE);
    if (gate) allow(gate, control.dataset.consentAllow, (event as CustomEvent<ConsentStore>).detail);
  });
}

/**
 * Once: the content of this gate alone, and nothing is stored. Always: a decision for its categories. It renews no
 * other: what does not count now, an old grant or an unsaved tick, is not what the visitor was asked about here.
 */
function allow(gate: HTMLElement, how: string | undefined, store: ConsentStore): void {
  if (how === 'once') {
    gate.dataset.allowed = '';
    settle(gate);
    return;
  }
  const asked = expressionKeys(expressionOf(gate));
  for (const key of Object.keys(store.getState().draft)) {
    store.toggle(key, asked.includes(key) || store.has(key));
  }
  store.save();
}

/** Brings one gate into the state that its expression asks for. */
function settle(gate: HTMLElement): void {
  const expr = expressionOf(gate);
  const open = gate.dataset.allowed !== undefined || grants.has(expr);
  const isOpen = gate.dataset.state === 'open';
  if (!open && isOpen) close(gate);
  if (open && isOpen) noteScripts(gate, expr);
  const template = gate.querySelector<HTMLTemplateElement>(':scope > template');
  if (!open || isOpen) return;
  if (template) show(gate, template, expr);
  else void fetchContent(gate);
}

/** A gate that the server sent open, and that was closed since, has no content left: the page has it. */
async function fetchContent(gate: HTMLElement): Promise<void> {
  const id = gate.dataset.consentGate;
  if (!id || gate.dataset.fetching !== undefined) return;
  gate.dataset.fetching = '';
  try {
    const response = await fetch(location.href, { headers: { accept: 'text/html' } });
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    const content = page.querySelector(`[data-consent-gate="${id}"] > [data-consent-content]`);
    const template = document.createElement('template');
    template.content.append(...(content?.childNodes ?? []));
    if (content) gate.prepend(template);
  } finally {
    delete gate.dataset.fetching;
  }
  if (gate.querySelector(':scope > template')) settle(gate);
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
  // The script of a component that stands outside of the gate too.
  const ranOutside =
    script.type === 'module' && [...document.scripts].some(({ text }) => text && text === script.text);
  if (!ranOutside && markRan(keyOf(script), expr)) script.dataset.astroExec = '';
  else script.remove();
}

/** Scripts of a gate that the server sent open ran already. */
function noteScripts(gate: HTMLElement, expr: ConsentExpr): void {
  if (gate.dataset.noted !== undefined) return;
  gate.dataset.noted = '';
  for (const script of gate.querySelectorAll('script'))
    if (isExecutable(script)) markRan(keyOf(script), expr);
}

function keyOf(script: HTMLScriptElement): string {
  const src = script.getAttribute('src');
  return src ? `src:${new URL(src, document.baseURI)}` : `text:${script.text}`;
}

function isExecutable(script: HTMLScriptElement): boolean {
  return /^(|module|text\/javascript)$/.test(script.type);
}

/** A category key, or the JSON of an expression; what cannot be read stays closed. */
function expressionOf(gate: HTMLElement): ConsentExpr {
  const text = gate.dataset.consentCategory ?? '';
  if (!text.startsWith('{')) return text;
  try {
    return JSON.parse(text);
  } catch {
    return { or: [] };
  }
}
