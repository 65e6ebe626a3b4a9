/**
 * Inserts a script, or what else a tracker loads by. What an inline one writes meanwhile comes before it: `document.write` begins a page
 * that has been read anew, and empty. Scripts in it do not run.
 *
 * @param insert puts it into the page
 */
export function insertScript(script: HTMLElement, insert: () => void): void {
  const { write, writeln, open } = document;
  // One text is handed on as it is: whether a page that demands Trusted Types takes it, its browser says.
  const put = (text: string, ...more: string[]) =>
    script.insertAdjacentHTML('beforebegin', more.length > 0 ? text + more.join('') : text);
  Object.assign(document, { write: put, writeln: put, open: () => document });
  try {
    insert();
  } finally {
    Object.assign(document, { write, writeln, open });
  }
}
