import {
  addedMatches,
  type ConsentExpr,
  type ConsentStore,
  consentTerms,
  element,
  ledger,
  markRan,
  trusted,
} from '@permesso/consent-core';
import { expressionKeys } from '../expression-keys.ts';
import { grants } from './grants.ts';

const GATE = '[data-consent-gate]';

const BLOCKED = ':scope > [data-consent-blocked]';

/**
 * What a closed gate holds: a template, or a script of data with what would end one early. Never the text of a
 * template: to a sanitizer that is harmless text, so users could write it, and parsed here it would run.
 */
const HELD = ':scope > template, :scope > script[type="application/json"][data-consent-text]';

/** Opens and closes the page's gates as grants change, also gates that come later. */
export function attachGates(): void {
  const follow = () => {
    for (const gate of document.querySelectorAll<HTMLElement>(GATE)) settle(gate);
  };
  grants.subscribe(follow);
  new MutationObserver((changes) => {
    if (addedMatches(changes, GATE).length > 0) follow();
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

/** The gate that the visitor has just allowed; the button they pressed goes with its placeholder. */
let allowed: HTMLElement | null = null;

/**
 * Once: the content of this gate alone, and nothing is stored. Always: a decision for its categories. It renews no
 * other: what does not count now, an old grant or an unsaved tick, is not what the visitor was asked about here.
 */
function allow(gate: HTMLElement, how: string | undefined, store: ConsentStore): void {
  // Nothing can be allowed where consent is switched off, or the model unknown (C8).
  if (!consentTerms(store.config).model) return;
  allowed = gate;
  if (how === 'once') allowOnce(gate, store);
  else {
    const asked = expressionKeys(expressionOf(gate));
    for (const key of Object.keys(store.getState().draft)) {
      store.toggle(key, asked.includes(key) || store.has(key));
    }
    store.save();
  }
  if (gate.dataset.fetching === undefined) allowed = null;
}

/** Not by an attribute: users may write one. */
const allowedOnce = new WeakSet<HTMLElement>();

/** Until something is decided, here or in another tab: then that is the last word on this gate, too. */
function allowOnce(gate: HTMLElement, store: ConsentStore): void {
  allowedOnce.add(gate);
  settle(gate);
  const stop = store.onChange(() => {
    stop();
    allowedOnce.delete(gate);
    settle(gate);
  });
}

const mayOpen = (gate: HTMLElement) => allowedOnce.has(gate) || grants.has(expressionOf(gate));

/** Brings one gate into the state that its expression asks for. */
function settle(gate: HTMLElement): void {
  const open = mayOpen(gate);
  const isOpen = gate.dataset.state === 'open';
  if (!open && isOpen) close(gate);
  if (open && isOpen) noteScripts(gate);
  if (!open || isOpen) return;
  const held = gate.querySelector<Held>(HELD);
  if (held) show(gate, held);
  else void fetchContent(gate);
}

/**
 * A gate that the server sent open, and that was closed since, has no content left: the page has it. A page made anew
 * may number its gates otherwise, but only among those of one category: what comes needs no other grant.
 */
async function fetchContent(gate: HTMLElement): Promise<void> {
  const { consentGate: id, consentCategory, fetching } = gate.dataset;
  if (!id || fetching !== undefined) return;
  gate.dataset.fetching = '';
  try {
    const response = await fetch(location.href, { headers: { accept: 'text/html' } });
    const page = new DOMParser().parseFromString(trusted('HTML', await response.text()), 'text/html');
    const content = [...page.querySelectorAll<HTMLElement>(`[data-consent-gate="${CSS.escape(id)}"]`)]
      .find((found) => found.dataset.consentCategory === consentCategory)
      ?.querySelector(':scope > [data-consent-content]');
    const template = document.createElement('template');
    template.content.append(...(content?.childNodes ?? []));
    if (content) gate.prepend(template);
  } catch {
    // Without an answer it stays closed; the next change asks again.
  } finally {
    delete gate.dataset.fetching;
  }
  if (gate.querySelector(HELD)) settle(gate);
  if (allowed === gate) allowed = null;
}

type Held = HTMLTemplateElement | HTMLScriptElement;

function show(gate: HTMLElement, held: Held): void {
  const content = document.createElement('div');
  content.dataset.consentContent = '';
  const found = contentOf(held);
  if (!found) return;
  // While it is inert: an image asks for its file as soon as it belongs to the document (I5).
  closeRefused(found);
  content.append(found);
  for (const script of content.querySelectorAll('script'))
    prepare(script, { and: [...asked(script), ...asked(gate)] });
  state(gate, 'open');
  held.after(content);
  if (allowed === gate) focusIn(content);
}

/** Closes what is not granted in markup that is not shown yet: a grant that the server knew may be gone by now. */
function closeRefused(root: ParentNode): void {
  for (const gate of root.querySelectorAll<HTMLElement>(GATE)) if (!mayOpen(gate)) close(gate);
}

/** As inert nodes, whichever way it was held; null where the page demands Trusted Types and does not allow our policy. */
function contentOf(held: Held): DocumentFragment | null {
  if (held instanceof HTMLTemplateElement) return held.content.cloneNode(true) as DocumentFragment;
  const parsed = document.createElement('template');
  const html = trusted('HTML', JSON.parse(held.text));
  try {
    // Only so are declarative shadow roots attached; older browsers know neither.
    if (parsed.setHTMLUnsafe) parsed.setHTMLUnsafe(html);
    else parsed.innerHTML = html;
  } catch {
    return null;
  }
  return parsed.content;
}

/** Lets the focus go on where the content is, at the first part that takes it (WCAG 2.4.3); bare text takes none. */
function focusIn(content: HTMLElement): void {
  for (const part of content.querySelectorAll<HTMLElement>('*')) {
    if (takesFocus(part)) return;
    part.tabIndex = -1;
    if (takesFocus(part)) return;
    part.removeAttribute('tabindex');
  }
}

function takesFocus(part: HTMLElement): boolean {
  part.focus({ preventScroll: true });
  // WebKit tells of a frame by the first alone.
  return document.activeElement === part || part.matches(':focus-within');
}

function close(gate: HTMLElement): void {
  const contents = [...gate.querySelectorAll(':scope > [data-consent-content]')];
  const hadFocus = contents.some((content) => content.contains(document.activeElement));
  for (const content of contents) content.remove();
  state(gate, 'closed');
  if (!hadFocus) return;
  // Removed with the content, the focus would begin anew at the top of the page (WCAG 2.4.3).
  const blocked = gate.querySelector<HTMLElement>(BLOCKED);
  const control = blocked?.querySelector<HTMLElement>('[data-consent-allow]');
  if (control) control.focus({ preventScroll: true });
  else if (blocked) focusIn(blocked);
}

function state(gate: HTMLElement, value: 'open' | 'closed'): void {
  gate.dataset.state = value;
  const blocked = gate.querySelector<HTMLElement>(BLOCKED);
  if (blocked) blocked.hidden = value === 'open';
}

/**
 * A script runs on insertion, once per document; the router must not run it again. In place of each stands a new one:
 * those that were parsed by a script count as run already, and a clone inherits that.
 */
function prepare(script: HTMLScriptElement, expr: ConsentExpr): void {
  if (!isExecutable(script)) return;
  // The script of a component that stands outside of the gate too.
  const ranOutside =
    script.type === 'module' && [...document.scripts].some(({ text }) => text && text === script.text);
  const fresh = ranOutside ? null : freshScript(script);
  if (fresh && markRan(keyOf(script), expr)) script.replaceWith(fresh);
  else script.remove();
}

/** Null where the page demands Trusted Types and does not allow our policy: then it does not run. */
function freshScript(script: HTMLScriptElement): HTMLScriptElement | null {
  const { text, nonce } = script;
  const src = script.getAttribute('src');
  const attributes = [...script.attributes].filter(({ name }) => name !== 'src');
  try {
    return element('script', attributes, { text, nonce, ...(src && { src }) });
  } catch {
    return null;
  }
}

/** Scripts of a gate that the server sent open ran already. */
function noteScripts(gate: HTMLElement): void {
  if (gate.dataset.noted !== undefined) return;
  gate.dataset.noted = '';
  for (const script of gate.querySelectorAll('script'))
    if (isExecutable(script)) markRan(keyOf(script), { and: asked(script) });
}

/** What the gates around a node ask for: as soon as one of it is revoked, what ran there should not go on (C12). */
function asked(node: Element): ConsentExpr[] {
  const gate = node.closest<HTMLElement>(GATE);
  return gate ? [expressionOf(gate), ...(gate.parentElement ? asked(gate.parentElement) : [])] : [];
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
