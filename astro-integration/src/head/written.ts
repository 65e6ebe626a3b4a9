/** The part of Astro's destination of a page that takes what is written. */
interface Destination {
  write(chunk: Uint8Array): void;
}

const encoder = new TextEncoder();

/**
 * HTML that many pages share, in UTF-8 once and for all. Astro renders what has a `render` of its own, and passes
 * bytes on: as text it would be joined to the page's and encoded with it each time.
 */
export class Written {
  readonly #bytes: Uint8Array;

  constructor(readonly html: string) {
    this.#bytes = encoder.encode(html);
  }

  render(destination: Destination): void {
    destination.write(this.#bytes);
  }
}
