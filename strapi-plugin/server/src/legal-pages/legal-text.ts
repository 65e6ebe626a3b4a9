import type { ProcessorChange, ProcessorEntry } from '@permesso/consent-core';
import {
  type CookieTableContent,
  type LegalPageContent,
  type LegalSettings,
  legalPageHtml,
  parseLegalMarkdown,
  settingReferences,
  shownInCookieTable,
} from '@permesso/consent-core/legal';

/** A legal page as it was published in one language, with what it refers to beside the trackers of the config. */
export interface LegalText {
  kind: string;
  slug: string;
  title: string;
  locale: string;
  /** `YYYY-MM-DD`, or null. */
  effectiveDate: string | null;
  /** What its references to settings stood for. */
  settings?: Partial<LegalSettings>;
  /** What its cookie tables listed; of those that were kept before this was, the snapshot that names them has it. */
  categories?: CookieTableContent['categories'];
  trackers?: CookieTableContent['trackers'];
  /** What its processor tables listed. */
  processors?: ProcessorEntry[];
  processorChanges?: ProcessorChange[];
  markdown: string;
}

/** What a page may refer to at the moment that it is kept. */
export interface LegalTextSources extends CookieTableContent {
  settings: LegalSettings;
  processors?: ProcessorEntry[];
  processorChanges?: ProcessorChange[];
}

/** The page with those of the sources that its Markdown refers to, so that only they make another revision of it. */
export function legalTextOf(
  page: Omit<LegalText, keyof LegalTextSources>,
  { settings, categories, trackers, ...processorTables }: LegalTextSources,
): LegalText {
  const named = settingReferences(page.markdown).flatMap(({ setting }) => setting ?? []);
  const values = Object.fromEntries([...new Set(named)].sort().map((name) => [name, settings[name]]));
  const listed = new Set(parseLegalMarkdown(page.markdown).map(({ type }) => type));
  return {
    ...page,
    ...(named.length > 0 ? { settings: values } : {}),
    ...(listed.has('cookie-table') ? shownInCookieTable({ categories, trackers }) : {}),
    ...(listed.has('processor-table') ? processorTables : {}),
  };
}

const FENCE = '---\n';

/** As a Markdown file that stands alone: a head in YAML, of which each line is a name and a value in JSON, and the text. */
export function writeLegalText({ markdown, ...head }: LegalText): string {
  const lines = Object.entries(head)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`);
  return `${FENCE}${lines.join('')}${FENCE}${markdown}`;
}

/** @throws Error for a text that `writeLegalText` did not write. */
export function readLegalText(text: string): LegalText {
  const end = text.indexOf(`\n${FENCE}`, FENCE.length - 1);
  if (!text.startsWith(FENCE) || end === -1)
    throw new Error('consent: a legal text is kept without its head');
  const head = text
    .slice(FENCE.length, end)
    .split('\n')
    .map((line) => {
      const [name = ''] = line.split(':', 1);
      return [name, JSON.parse(line.slice(name.length + 1))];
    });
  const markdown = text.slice(end + 1 + FENCE.length);
  return { ...(Object.fromEntries(head) as Omit<LegalText, 'markdown'>), markdown };
}

/** The page as HTML, safe to publish, with what the snapshot that names it has. */
export function legalTextHtml(
  { markdown, settings, ...page }: LegalText,
  shown: Pick<LegalPageContent, 'categories' | 'trackers' | 'documentsVersion'>,
): string {
  return legalPageHtml(parseLegalMarkdown(markdown, settings), { ...shown, ...page });
}
