import { escapeHtml, isSafeHref } from '../contract/safe-html.ts';

/** A cell as content, before any markup: plain text, with an address or a day where there is one. */
export interface TableCell {
  text: string;
  /** Where the text leads; shown as plain text unless `isSafeHref` allows it. */
  href?: string;
  /** `YYYY-MM-DD` behind a written date. */
  day?: string;
}

export interface TableColumn {
  key: string;
  label: string;
}

export interface TableRow {
  key: string;
  cells: TableCell[];
}

/** A table as content. The first cell of a row names the row. */
export interface LegalTable {
  caption: string;
  /** Where the caption leads; as of a cell. */
  href?: string;
  columns: TableColumn[];
  rows: TableRow[];
}

function cellHtml({ text, href, day }: TableCell): string {
  const shown = day ? `<time datetime="${escapeHtml(day)}">${escapeHtml(text)}</time>` : escapeHtml(text);
  if (!href || !isSafeHref(href)) return shown;
  return `<a href="${escapeHtml(href)}" rel="noopener">${shown}</a>`;
}

function rowHtml({ cells }: TableRow): string {
  const [first, ...rest] = cells;
  const head = first ? `<th scope="row">${cellHtml(first)}</th>` : '';
  return `<tr>${head}${rest.map((cell) => `<td>${cellHtml(cell)}</td>`).join('')}</tr>\n`;
}

/**
 * A table as HTML: caption, column and row headers, in a container that can be reached and scrolled by
 * keyboard. All content is escaped.
 *
 * @param attributes of the container, name to value; values are escaped, names must be literals
 */
export function tableHtml(
  { caption, href, columns, rows }: LegalTable,
  attributes: Record<string, string>,
): string {
  const own = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeHtml(value)}"`);
  const label = escapeHtml(caption);
  const head = columns.map((column) => `<th scope="col">${escapeHtml(column.label)}</th>`).join('');
  return (
    `<div data-legal-table-container tabindex="0" role="region" aria-label="${label}"${own.join('')}>\n` +
    `<table data-legal-table>\n<caption>${cellHtml({ text: caption, ...(href ? { href } : {}) })}</caption>\n` +
    `<thead>\n<tr>${head}</tr>\n</thead>\n` +
    `<tbody>\n${rows.map(rowHtml).join('')}</tbody>\n</table>\n</div>\n`
  );
}

/** A locale that `Intl` accepts: the given one (`de_AT` too), its language, or English. */
function known(locale: string): string {
  const candidates = [locale.replaceAll('_', '-'), locale.split(/[-_]/, 1)[0] ?? '', 'en'];
  return (
    candidates.find((candidate) => {
      try {
        return Intl.getCanonicalLocales(candidate).length > 0;
      } catch {
        return false;
      }
    }) ?? 'en'
  );
}

/** A country's name in the reader's language; what is no country code is returned as it is. */
export function countryName(code: string, locale: string): string {
  try {
    return new Intl.DisplayNames([known(locale)], { type: 'region' }).of(code.toUpperCase()) ?? code;
  } catch {
    return code;
  }
}

/** The day of a `YYYY-MM-DD` date (a time of day is ignored), or null when there is none. */
export function isoDay(date: string | null | undefined): string | null {
  const day = /^\d{4}-\d{2}-\d{2}/.exec(date ?? '')?.[0];
  return day && !Number.isNaN(Date.parse(day)) ? day : null;
}

/** A `YYYY-MM-DD` date in the reader's language, without shifting the day by a time zone. */
export function formatDay(day: string, locale: string): string {
  return new Intl.DateTimeFormat(known(locale), { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));
}

/** Orders names as readers of the locale expect. */
export function byName(locale: string): (a: string, b: string) => number {
  return new Intl.Collator(known(locale), { sensitivity: 'base' }).compare;
}
