/**
 * Reads one start or end tag where it stands. From its `<` to its `>` a tag is read alike wherever it is one: nothing before it and
 * nothing of the tree counts (HTML, 13.2.5.8 to 13.2.5.40). So whoever reads a tag at every `<` of a text has read all tags that
 * any browser finds in it.
 */
export interface RawTag {
  /** In lower case. */
  name: string;
  attributes: readonly RawAttribute[];
  /** Behind its `>`. */
  end: number;
  selfClosing: boolean;
}

export interface RawAttribute {
  /** In lower case. */
  name: string;
  /** As it is written: with its character references. */
  value: string;
}

const TAB = 9;
const LINE_FEED = 10;
const FORM_FEED = 12;
const RETURN = 13;
const SPACE = 32;
const QUOTE = 34;
const APOSTROPHE = 39;
const SLASH = 47;
const EQUALS = 61;
const GREATER = 62;

const isSpace = (code: number) =>
  code === SPACE || code === LINE_FEED || code === TAB || code === RETURN || code === FORM_FEED;

const NONE: readonly RawAttribute[] = [];

/** @returns null where the tag does not end */
export function tagAt(html: string, nameStart: number): RawTag | null {
  const { length } = html;
  let at = nameStart;
  while (at < length && !endsTagName(html.charCodeAt(at))) at += 1;
  const name = html.slice(nameStart, at).toLowerCase();
  if (html.charCodeAt(at) === GREATER) return { name, attributes: NONE, end: at + 1, selfClosing: false };
  const attributes: RawAttribute[] = [];
  while (at < length) {
    const code = html.charCodeAt(at);
    if (code === GREATER) {
      return { name, attributes, end: at + 1, selfClosing: html.charCodeAt(at - 1) === SLASH };
    }
    if (isSpace(code) || code === SLASH) at += 1;
    else at = attributeAt(html, at, attributes);
  }
  return null;
}

const endsTagName = (code: number) => isSpace(code) || code === SLASH || code === GREATER;

/** Where the attribute ends that begins here; behind the text where it does not. */
function attributeAt(html: string, start: number, attributes: RawAttribute[]): number {
  // What begins by `=` has it in its name.
  let at = start + 1;
  for (let code = html.charCodeAt(at); at < html.length; code = html.charCodeAt(at)) {
    if (endsTagName(code) || code === EQUALS) break;
    at += 1;
  }
  const name = html.slice(start, at).toLowerCase();
  let next = at;
  while (isSpace(html.charCodeAt(next))) next += 1;
  if (html.charCodeAt(next) !== EQUALS) {
    attributes.push({ name, value: '' });
    return next;
  }
  at = next + 1;
  while (isSpace(html.charCodeAt(at))) at += 1;
  const first = html.charCodeAt(at);
  if (first === QUOTE || first === APOSTROPHE) {
    const end = html.indexOf(html.charAt(at), at + 1);
    attributes.push({ name, value: html.slice(at + 1, end === -1 ? undefined : end) });
    return end === -1 ? html.length : end + 1;
  }
  const from = at;
  while (at < html.length && html.charCodeAt(at) !== GREATER && !isSpace(html.charCodeAt(at))) at += 1;
  attributes.push({ name, value: html.slice(from, at) });
  return at;
}
