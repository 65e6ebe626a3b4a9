import type { StartTag } from './tag-report.ts';

/**
 * Marks what a gate holds: the text of one, and in an answer that is read once more the template of one, too. There its value is a secret of
 * that answer, by which gates are known that content has not brought.
 */
export const TEXT = 'data-consent-text';

/** Elements that hold what waits in a gate as elements; all else of a gate is data. */
const HOLDING = ['template', 'noscript'];

/** Whether a tag says that it is a gate's, and is none of this answer. */
export const isForged = (tag: StartTag, mark: string): boolean =>
  tag.attributes.some(({ name, value }) => name === TEXT && value !== mark);

/** Whether what this tag begins has been gated in this answer, up to the next end tag of its kind. */
export const isGated = (tag: StartTag, mark: string): boolean =>
  HOLDING.includes(tag.name) && tag.attributes.some(({ name, value }) => name === TEXT && value === mark);

/** The text without the secret, as it is sent. */
export function withoutMarks(html: string, mark: string): string {
  const marked = `${TEXT}="${mark}"`;
  let text = html;
  for (const name of HOLDING) text = text.replaceAll(`<${name} ${marked}>`, `<${name}>`);
  return text.replaceAll(marked, TEXT);
}
