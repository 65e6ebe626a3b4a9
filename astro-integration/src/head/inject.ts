/** Where a document's head is looked for, in bytes; one that has not begun by then has none. */
const SEARCH_LIMIT = 64 * 1024;

/** The start tag of the head; not `<header`. Comments before it are skipped. */
const HEAD = /<!--[\s\S]*?-->|<head(?:\s(?:[^>"']|"[^"]*"|'[^']*')*)?>/gi;

/** The index just behind `<head>`, or -1. */
export function headStart(html: string): number {
  HEAD.lastIndex = 0;
  for (let match = HEAD.exec(html); match; match = HEAD.exec(html)) {
    if (!match[0].startsWith('<!--')) return match.index + match[0].length;
  }
  return -1;
}

/**
 * Puts `markup` at the very start of `<head>` while the document streams through: what comes before and after
 * is passed on as it arrives. A document without a head is left as it is.
 */
export function injectIntoHead(body: ReadableStream<Uint8Array>, markup: string): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const encoder = new TextEncoder();
  // Latin-1 keeps one character per byte: the tag is ASCII, and no character is cut in two.
  const decoder = new TextDecoder('latin1');
  let held: Uint8Array[] = [];
  let text = '';
  let searching = true;

  const release = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    for (const chunk of held) controller.enqueue(chunk);
    held = [];
    searching = false;
  };

  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) {
          release(controller);
          controller.close();
          return;
        }
        if (!searching) {
          controller.enqueue(value);
          return;
        }
        held.push(value);
        text += decoder.decode(value);
        const at = headStart(text);
        if (at === -1 && text.length < SEARCH_LIMIT) continue;
        if (at !== -1) held = split(held, at, encoder.encode(markup));
        release(controller);
        return;
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

/** The chunks with `inserted` at byte `at`. */
function split(chunks: Uint8Array[], at: number, inserted: Uint8Array): Uint8Array[] {
  const result: Uint8Array[] = [];
  let start = 0;
  for (const chunk of chunks) {
    const cut = at - start;
    if (cut > 0 && cut <= chunk.length) {
      result.push(chunk.subarray(0, cut), inserted);
      if (cut < chunk.length) result.push(chunk.subarray(cut));
    } else {
      result.push(chunk);
    }
    start += chunk.length;
  }
  return result;
}
