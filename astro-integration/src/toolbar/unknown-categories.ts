/** Keys that the page's markup waits for and its configuration does not know: what waits for them waits for ever. */
export function unknownCategories(page: ParentNode, known: readonly string[]): string[] {
  return [...new Set(expressionsIn(page).flatMap(keysOf))].filter((key) => !known.includes(key));
}

/** Also what stands in closed gates, which is in templates, or in scripts of data. */
function expressionsIn(part: ParentNode): unknown[] {
  const declared = [...part.querySelectorAll<HTMLElement>('[data-consent-category]')].map(({ dataset }) =>
    dataset.consentCategory?.startsWith('{') ? parsed(dataset.consentCategory) : dataset.consentCategory,
  );
  const islands = [...part.querySelectorAll('astro-island[client=consent]')].map(
    (island) => (parsed(island.getAttribute('opts')) as { value?: unknown } | null)?.value,
  );
  const held = [...part.querySelectorAll<Held>(HELD)].flatMap((one) => expressionsIn(contentOf(one)));
  return [...declared, ...islands, ...held];
}

type Held = HTMLTemplateElement | HTMLScriptElement;
const HELD = 'template,script[type="application/json"][data-consent-text]';

function contentOf(held: Held): DocumentFragment {
  if (held instanceof HTMLTemplateElement) return held.content;
  const template = document.createElement('template');
  template.innerHTML = String(parsed(held.text));
  return template.content;
}

/** Every key of an expression, also one that it asks to be without; none of what is malformed. */
function keysOf(expr: unknown): string[] {
  if (typeof expr === 'string') return [expr];
  return expr && typeof expr === 'object' ? Object.values(expr).flatMap(keysOf) : [];
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return null;
  }
}
