import { type Edit, type EditContext, findEdits } from './edits.ts';
import type { ReadingOptions } from './html-tokens.ts';

/** Ways in which browsers read HTML, and what must stand in it for one to differ from the first. */
const READINGS: readonly (ReadingOptions & { where?: RegExp })[] = [
  { scripting: true, richSelect: false },
  { scripting: false, richSelect: false, where: /<noscript/i },
  // What `<select>` could hold until 2025, and since.
  { scripting: true, richSelect: true, where: /<select/i },
  { scripting: false, richSelect: true, where: /<noscript/i },
  // Browsers look ahead for what they will load.
  { scripting: true, richSelect: true, ahead: true, where: /<(svg|math|select|frameset)/i },
  { scripting: false, richSelect: true, ahead: true, where: /<noscript/i },
];

/**
 * What has to change for nothing to load, in whatever way a browser reads the text; in no order, and some of it twice.
 *
 * @throws {OverflowingHtml} where a browser would make more elements of it than it has characters
 */
export function editsIn(text: string, isPage: boolean, context: EditContext): Edit[] {
  const readings = READINGS.filter(({ where }) => !where || where.test(text));
  return readings.flatMap((reading) => findEdits(text, isPage, reading, context));
}
