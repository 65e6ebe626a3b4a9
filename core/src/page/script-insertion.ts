import { trusted } from './trusted-types.ts';

/**
 * Inserts a script, or what else a tracker loads by. What an inline one writes meanwhile comes before it: `document.write` begins a page
 * that has been read anew, and empty. Scripts in it do not run.
 *
 * @param insert puts it into the page
 */
export function insertScript(script: HTMLElement, insert: () => void): void {
  const { write, writeln, open } = document;
  const put = (...texts: string[]) =>
    script.insertAdjacentHTML('beforebegin', trusted('HTML', texts.join('')));
  Object.assign(document, { write: put, writeln: put, open: () => document });
  try {
    insert();
  } finally {
    Object.assign(document, { write, writeln, open });
  }
}
