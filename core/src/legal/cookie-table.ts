import type { ConsentCategory, ConsentTracker, TrackerCookie } from '../contract/config.ts';
import { escapeHtml } from '../contract/safe-html.ts';
import { legalTexts } from '../texts/index.ts';
import type { CookieTableLabels } from '../texts/legal-texts.ts';
import type { CookieTableGroup } from './shortcodes.ts';
import {
  byName,
  type LegalTable,
  type TableCell,
  type TableColumn,
  type TableRow,
  tableHtml,
} from './table.ts';

/** What a cookie table lists, with no more than it shows. */
export interface CookieTableContent {
  categories: readonly (Pick<ConsentCategory, 'key' | 'label' | 'description'> & Partial<ConsentCategory>)[];
  trackers: readonly ListedTracker[];
}

type ListedTracker = Pick<ConsentTracker, 'id' | 'name' | 'categoryKey'> & Partial<ConsentTracker>;

export interface CookieTableOptions {
  group?: CookieTableGroup;
  /** Whether to show the lifetime; true by default. */
  duration?: boolean;
  locale?: string;
  labels?: Partial<CookieTableLabels>;
}

/** One group of the cookie table: a category or a vendor, as a table of its own. */
export interface CookieTableSection extends LegalTable {
  /** Category key, or who provides what is listed. */
  group: string;
  /** The category's description; empty for a vendor. */
  description: string;
}

interface Context {
  group: CookieTableGroup;
  duration: boolean;
  labels: CookieTableLabels;
  categoryLabel: (key: string) => string;
}

function columnsOf({ group, duration, labels }: Context): TableColumn[] {
  const other = group === 'category' ? 'vendor' : 'category';
  const columns: TableColumn[] = [
    { key: 'name', label: labels.name },
    { key: other, label: labels[other] },
    { key: 'purpose', label: labels.purpose },
  ];
  if (duration) columns.push({ key: 'duration', label: labels.duration });
  columns.push({ key: 'storage', label: labels.storage });
  return columns;
}

/** Who stands behind a tracker; nobody where it is the site's own: it names no vendor, and nothing of it is somebody else's. */
const vendorOf = (tracker: ListedTracker): string =>
  tracker.vendor || (isOfOthers(tracker) ? tracker.name : '');

const providerOf = (tracker: ListedTracker, labels: CookieTableLabels): string =>
  vendorOf(tracker) || labels.ownSite;

const isOfOthers = ({ hosts = [], vendorPrivacyUrl, loader }: ListedTracker): boolean =>
  hosts.length > 0 || Boolean(vendorPrivacyUrl) || /^(?:https?:)?\/\//i.test(loader?.src ?? '');

function providerCell(tracker: ListedTracker, labels: CookieTableLabels): TableCell {
  const { vendorPrivacyUrl } = tracker;
  return { text: providerOf(tracker, labels), ...(vendorPrivacyUrl ? { href: vendorPrivacyUrl } : {}) };
}

function rowOf(tracker: ListedTracker, cookie: TrackerCookie | null, context: Context): TableRow {
  const { labels } = context;
  const name = cookie?.domain ? `${cookie.name} (${cookie.domain})` : (cookie?.name ?? tracker.name);
  const cells: TableCell[] = [
    { text: name },
    context.group === 'category'
      ? providerCell(tracker, labels)
      : { text: context.categoryLabel(tracker.categoryKey) },
    { text: cookie?.description || tracker.purpose || tracker.name },
  ];
  if (context.duration) cells.push({ text: cookie ? cookie.durationText || labels.unknownDuration : '–' });
  cells.push({ text: cookie ? labels.storages[cookie.storage] : labels.nothingStored });
  return { key: `${tracker.id}:${cookie?.name ?? ''}`, cells };
}

function rowsOf(trackers: readonly ListedTracker[], context: Context): TableRow[] {
  return trackers.flatMap((tracker) =>
    tracker.cookies?.length
      ? tracker.cookies.map((cookie) => rowOf(tracker, cookie, context))
      : [rowOf(tracker, null, context)],
  );
}

function groupKeys({ categories, trackers }: CookieTableContent, context: Context, locale: string): string[] {
  const used = new Set(trackers.map((tracker) => groupOf(tracker, context)));
  if (context.group === 'vendor') return [...used].sort(byName(locale));
  const ordered = categories.map((category) => category.key).filter((key) => used.has(key));
  return [...new Set([...ordered, ...used])];
}

function groupOf(tracker: ListedTracker, { group, labels }: Context): string {
  return group === 'category' ? tracker.categoryKey : providerOf(tracker, labels);
}

/** Of several privacy policies of one vendor the first. */
function vendorHead(caption: string, trackers: readonly ListedTracker[]) {
  const href = trackers.find(({ vendorPrivacyUrl }) => vendorPrivacyUrl)?.vendorPrivacyUrl;
  return { caption, description: '', ...(href ? { href } : {}) };
}

/**
 * The cookie table as content: a table for each category in the order of the categories, or for each
 * vendor by name. A tracker that stores nothing has a row too, so that nobody is left out.
 */
export function cookieTableRows(
  content: CookieTableContent,
  { group = 'category', duration = true, locale = 'en', labels }: CookieTableOptions = {},
): CookieTableSection[] {
  const byKey = new Map(content.categories.map((category) => [category.key, category]));
  const context: Context = {
    group,
    duration,
    labels: legalTexts(locale, { cookieTable: labels }).cookieTable,
    categoryLabel: (key) => byKey.get(key)?.label ?? key,
  };
  return groupKeys(content, context, locale).map((key) => {
    const trackers = content.trackers.filter((tracker) => groupOf(tracker, context) === key);
    const table = { group: key, columns: columnsOf(context), rows: rowsOf(trackers, context) };
    if (group === 'vendor') return { ...table, ...vendorHead(key, trackers) };
    return {
      ...table,
      caption: context.categoryLabel(key),
      description: byKey.get(key)?.description ?? '',
    };
  });
}

/** The content without what no cookie table shows of it: to be kept, as it gives the same tables. */
export const shownInCookieTable = ({ categories, trackers }: CookieTableContent): CookieTableContent => ({
  categories: categories.map(({ key, label, description }) => ({ key, label, description })),
  trackers: trackers.map((tracker) => {
    const { id, name, vendorPrivacyUrl, categoryKey, purpose, cookies } = tracker;
    return { id, name, vendor: vendorOf(tracker), vendorPrivacyUrl, categoryKey, purpose, cookies };
  }),
});

/** The cookie table as HTML, every value escaped. */
export function cookieTableHtml(content: CookieTableContent, options: CookieTableOptions = {}): string {
  const sections = cookieTableRows(content, options);
  const { labels, locale = 'en', group = 'category' } = options;
  const inner =
    sections.length > 0
      ? sections.map((section) => tableHtml(section, { 'data-consent-group': section.group })).join('')
      : `<p>${escapeHtml(legalTexts(locale, { cookieTable: labels }).cookieTable.empty)}</p>\n`;
  return `<div data-consent-cookie-table="${group}">\n${inner}</div>\n`;
}
