import { page } from './page.ts';
import { withPart } from './parts.ts';

/** What the preferences say and the head does not need: it travels in the page of a visitor who is asked. */
export interface PageTexts {
  /** The page's key: texts of another configuration are not believed. */
  key: string;
  /** The configuration's texts, each where the configuration has it. */
  config: object;
}

let asking: Promise<void> | undefined;

/** Goes on when the configuration says all that it has to say, or when it was asked for and did not come. */
export function withTexts(use: () => void): void {
  const { payload } = page().facts ?? {};
  // A script alone: what users write may carry the attribute, and keeps it through a sanitizer.
  const told = document.querySelector('script[data-consent-texts]')?.textContent;
  if (payload?.brief && payload.config && told) {
    const { key, config } = JSON.parse(told) as PageTexts;
    if (key === payload.key) {
      fill(payload.config, config);
      delete payload.brief;
    }
  }
  if (!payload?.brief) {
    use();
    return;
  }
  asking ??= new Promise<void>((resolve) => {
    withPart('texts', (askTexts) => void askTexts().then(resolve), resolve);
  }).finally(() => {
    asking = undefined;
  });
  void asking.then(use);
}

/** Writes what stands in one tree into the other, each value at its place. */
function fill(tree: object, more: object): void {
  for (const [name, value] of Object.entries(more)) {
    const own = (tree as Record<string, unknown>)[name];
    if (own && typeof own === 'object') fill(own, value);
    else Object.assign(tree, { [name]: value });
  }
}
