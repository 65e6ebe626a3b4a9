import { isOffBySignal } from '../rules/category-terms.ts';
import { evaluateExpr, expressionKeys } from '../rules/expression.ts';
import { consentTerms } from '../rules/terms.ts';
import { openPreferences } from './control-actions.ts';
import {
  allowOnce,
  BLOCKED,
  CONTENT,
  closeGate,
  endAllowance,
  GATE,
  isAllowedOnce,
  openGate,
} from './gate.ts';
import { grants } from './grants.ts';
import { addedMatches, expressionOf } from './ledger.ts';
import { announceRemoved } from './removed-content.ts';
import type { ConsentStore } from './store.ts';

/** Stands for the words and buttons of a placeholder that is too small for them, which come behind it as a popover. */
const MORE = '[data-consent-part="more"]';

/** Opens and closes the page's gates as grants change, also gates that come later. */
export function attachGates(): void {
  const follow = () => {
    for (const gate of document.querySelectorAll<HTMLElement>(GATE)) settle(gate);
  };
  grants.subscribe(follow);
  new MutationObserver((changes) => {
    if (addedMatches(changes, GATE).length > 0) follow();
  }).observe(document, { childList: true, subtree: true });
  document.addEventListener('consentallow', (event) => {
    const control = event.target as HTMLElement;
    const gate = control.closest<HTMLElement>(GATE);
    if (gate) allow(gate, control, (event as CustomEvent<ConsentStore>).detail);
  });
}

/** The gate that the visitor has just allowed; the button they pressed goes with its placeholder. */
let allowed: HTMLElement | null = null;

/** Once: the content of this gate alone, and nothing is stored. Always: a decision for its categories, or its services. */
function allow(gate: HTMLElement, control: HTMLElement, store: ConsentStore): void {
  // Nothing can be allowed where consent is switched off, or the model unknown (C8).
  if (!consentTerms(store.config).model) return;
  allowed = gate;
  if (control.dataset.consentAllow === 'once') allowUntilDecided(gate, store);
  else if (canOpen(gate, store)) allowAlways(gate, store);
  // There it says why.
  else openPreferences(control);
  allowed = null;
}

/** Whether a gate would open if all that it asks for were chosen: what the signal keeps off is off all the same (C11). */
function canOpen(gate: HTMLElement, { config, getState, has }: ConsentStore): boolean {
  const { categories, services = {} } = config;
  const state = getState();
  const expr = expressionOf(gate);
  const asked = expressionKeys(expr);
  const isChoice = (name: string) =>
    categories.some(
      (category) => category.key === (services[name] ?? name) && !isOffBySignal(category, state),
    );
  return evaluateExpr(expr, (name) => has(name) || (asked.includes(name) && isChoice(name)));
}

/** It renews no other category: what does not count now, an old grant or an unsaved tick, is not what the visitor was asked about here. */
function allowAlways(gate: HTMLElement, store: ConsentStore): void {
  const { services = {}, granularity } = store.config;
  const asked = expressionKeys(expressionOf(gate)).map((name) =>
    granularity === 'service' ? name : (services[name] ?? name),
  );
  const names = Object.keys(store.getState().decisions);
  const isService = (name: string) => Object.hasOwn(services, name);
  // Categories first: what is said of one is said of all its services.
  for (const name of [...names.filter((name) => !isService(name)), ...names.filter(isService), ...asked])
    store.toggle(name, asked.includes(name) || store.has(name));
  store.save();
  // At once, where the focus is still known: all others follow when that is painted.
  settle(gate);
}

/**
 * Until something is decided, here or in another tab: then that is the last word on this gate, too. The store has judged by then, and
 * sees what has run when it judges anew after the next paint.
 */
function allowUntilDecided(gate: HTMLElement, store: ConsentStore): void {
  allowOnce(gate);
  settle(gate);
  const stop = store.onChange(() => {
    stop();
    endAllowance(gate);
    settle(gate);
  });
}

const mayOpen = (gate: HTMLElement) => isAllowedOnce(gate) || grants.has(expressionOf(gate));

/** Brings one gate into the state that its expression asks for. */
function settle(gate: HTMLElement): void {
  if (!mayOpen(gate)) {
    const more = gate.querySelector<HTMLButtonElement>(`${BLOCKED} ${MORE}`);
    if (more) more.popoverTargetElement = more.nextElementSibling;
    close(gate);
    return;
  }
  const content = openGate(gate);
  if (!content) return;
  // Hidden with its placeholder, it would be shown again with that.
  gate.querySelector<HTMLElement>(`${BLOCKED} ${MORE} + [popover]`)?.hidePopover?.();
  if (allowed === gate) focusIn(content);
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
  const content = gate.querySelector(CONTENT);
  const hadFocus = content?.contains(document.activeElement);
  closeGate(gate);
  if (content) announceRemoved(content);
  if (!hadFocus) return;
  // Removed with the content, the focus would begin anew at the top of the page (WCAG 2.4.3).
  const blocked = gate.querySelector<HTMLElement>(BLOCKED);
  const controls = blocked?.querySelectorAll<HTMLElement>(`[data-consent-allow], ${MORE}`) ?? [];
  if (blocked && ![...controls].some(takesFocus)) focusIn(blocked);
}
