import type { ConsentExpr } from '../contract/config.ts';
import { element, ledger, markRan } from './ledger.ts';
import { insertScript } from './script-insertion.ts';

/** A script of a gate that has not run yet, and the comment that keeps its place. */
interface WaitingScript {
  script: HTMLScriptElement;
  place: Comment;
}

/** Takes the scripts out of content that is inert still, so that none runs by being inserted. */
export function takeScripts(content: ParentNode): WaitingScript[] {
  return [...content.querySelectorAll('script')].filter(isExecutable).flatMap((inert) => {
    const script = madeAnew(inert);
    const place = document.createComment('');
    inert.replaceWith(place);
    return script ? [{ script, place }] : [];
  });
}

/**
 * Runs scripts as the parser does: in their order, each external one before the next, and modules once all of the page
 * has been read. Each runs once per document, but for one that brings the content of an element,
 * which it names by `data-island-id`: that goes with its gate.
 *
 * @param expr what the gates around them ask for
 */
export async function runScripts(waiting: readonly WaitingScript[], expr: ConsentExpr): Promise<void> {
  for (const { script, place } of waiting) {
    if (isDeferred(script) || !run(script, place, expr)) continue;
    if (script.src && !script.async) await ended(script);
  }
  const deferred = waiting.filter(({ script }) => isDeferred(script));
  if (deferred.length > 0 && document.readyState === 'loading') {
    await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve));
  }
  for (const { script, place } of deferred) run(script, place, expr);
}

const isDeferred = (script: HTMLScriptElement) =>
  !script.async && (isModule(script) || (script.src !== '' && script.defer));

/** Puts a script in its place. Where that has gone with its gate, or the script ran before, it does not run. */
function run(script: HTMLScriptElement, place: Comment, expr: ConsentExpr): boolean {
  if (!place.isConnected) return false;
  // The script of a component that stands outside of the gate too.
  const ranOutside =
    isModule(script) && [...document.scripts].some(({ text }) => text && text === script.text);
  const runs = !ranOutside && (markRan(keyOf(script), expr) || 'islandId' in script.dataset);
  if (!runs) {
    place.remove();
    return false;
  }
  // Once more: the router may have come since it was made.
  ledger().mark?.(script);
  insertScript(script, () => place.replaceWith(script));
  return true;
}

const ended = (script: HTMLScriptElement) =>
  new Promise<unknown>((resolve) => {
    for (const end of ['load', 'error']) script.addEventListener(end, resolve);
  });

/**
 * One that was parsed by a script counts as run already, and a clone inherits that. Null where the page demands Trusted
 * Types and does not allow our policy: then it does not run.
 */
function madeAnew(script: HTMLScriptElement): HTMLScriptElement | null {
  const { text, nonce } = script;
  const src = script.getAttribute('src');
  const attributes = [...script.attributes].filter(({ name }) => name !== 'src');
  try {
    return element('script', attributes, {
      text,
      nonce,
      async: script.hasAttribute('async'),
      ...(src && { src }),
    });
  } catch {
    return null;
  }
}

function keyOf(script: HTMLScriptElement): string {
  const src = script.getAttribute('src');
  return src ? `src:${new URL(src, document.baseURI)}` : `text:${script.text}`;
}

/** The JavaScript types of the WHATWG's MIME Sniffing; browsers run each of them. */
const JAVASCRIPT =
  /^(|(text|application)\/(x-)?(java|ecma)script|text\/(javascript1\.[0-5]|jscript|livescript))$/;

const typeOf = ({ type }: HTMLScriptElement) => type.trim().toLowerCase();

export const isModule = (script: HTMLScriptElement) => typeOf(script) === 'module';

/** Whether browsers run a script. What is for browsers without modules others leave alone, and tell nobody of it. */
export const isExecutable = (script: HTMLScriptElement) =>
  isModule(script) || (!script.noModule && JAVASCRIPT.test(typeOf(script)));
