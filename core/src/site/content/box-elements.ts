/** Visible things that become a box, and hold nothing that would not go with them. */
export const BOXES: ReadonlySet<string> = new Set(['iframe', 'video', 'audio', 'object']);

/** Whether an element becomes a box where something in it needs consent. */
export const mayBeBox = (name: string): boolean => BOXES.has(name) || name === 'embed';

/** Whether it is a picture. One becomes a box only where nobody could ever grant it, for else it comes back by itself in its place. */
export const isPicture = (name: string): boolean => name === 'img' || name === 'picture';

/** Whether a box may begin by an element that has an end tag, so that what stands in it may go with it. */
export const beginsBox = (name: string): boolean => BOXES.has(name) || name === 'picture';

/** What may stand in them. */
const IN_BOXES = new Set([
  ...['source', 'track', 'param', 'embed', 'object', 'img', 'a', 'p', 'br', 'span', 'strong', 'em', 'b', 'i'],
  ...['video', 'audio', 'iframe', 'picture'],
]);

const VOID = new Set(['source', 'track', 'param', 'embed', 'img', 'br']);

/** Whether an element has no end tag. */
export const isVoid = (name: string): boolean => VOID.has(name);

/** The elements that are open from the first tag of a box on, itself first. */
export class OpenElements {
  readonly #names: string[];

  constructor(name: string) {
    this.#names = [name];
  }

  /** False where it is something that makes it no box. */
  start(name: string): boolean {
    if (!IN_BOXES.has(name)) return false;
    if (!isVoid(name)) this.#names.push(name);
    return true;
  }

  /** Whether the box is whole by that, still open, or none, since its elements cross. */
  end(name: string): 'whole' | 'open' | 'none' {
    if (this.#names.at(-1) !== name) return 'none';
    this.#names.pop();
    return this.#names.length === 0 ? 'whole' : 'open';
  }
}
