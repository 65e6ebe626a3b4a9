import type { ProcessorChange, ProcessorEntry } from '../../contract/config.ts';
import { countryName, escapeHtml } from '../../legal/index.ts';
import { legalTexts } from '../../texts/index.ts';
import type { SubprocessorList } from './published.ts';

export interface SubprocessorsFeedOptions {
  /** Where the feed itself is served, absolute. It names the feed and its entries, so it should stay. */
  self: string;
  /** The page with the list, absolute. */
  page: string;
  /** Who publishes the list; RFC 4287 asks for it. */
  author: string;
  /** Default: the sub-processor table's caption and the host. */
  title?: string;
  /** Language of the words around names; English by default. */
  locale?: string;
}

/** The day a tag URI's host is taken to have been the publisher's (RFC 4151): a constant, so that ids never move. */
const TAG_YEAR = '2026';

/** Stands where nothing has changed yet: RFC 4287 wants a time, and one that is made up anew would look like news. */
const NEVER = '1970-01-01';

/**
 * The change log of the sub-processors as an Atom feed (RFC 4287): an entry for each addition and removal, newest
 * first, with an id that stays as it is.
 *
 * @throws TypeError where `self` or `page` is no absolute URL
 */
export function subprocessorsFeed(
  list: Pick<SubprocessorList, 'changes' | 'processors'>,
  options: SubprocessorsFeedOptions,
): string {
  const { self, page, author, locale = 'en' } = options;
  const id = feedTag(new URL(self));
  const link = xml(new URL(page).href);
  const { captions } = legalTexts(locale).processorTable;
  const entries = entriesOf(list, { id, link, locale });
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${xml(locale)}">`,
    `<id>${xml(id)}</id>`,
    `<title>${xml(options.title ?? `${captions.subprocessors}, ${new URL(self).hostname}`)}</title>`,
    `<updated>${time(newestDay(list.changes))}</updated>`,
    `<author><name>${xml(author)}</name></author>`,
    `<link rel="self" type="application/atom+xml" href="${xml(new URL(self).href)}"/>`,
    `<link rel="alternate" type="text/html" href="${link}"/>`,
    ...entries,
    '</feed>\n',
  ].join('\n');
}

interface Context {
  /** The feed's own, with which those of its entries begin. */
  id: string;
  link: string;
  locale: string;
}

/** Oldest first while ids are given, so that a later change never takes over an earlier one's. */
function entriesOf(
  { changes, processors }: Pick<SubprocessorList, 'changes' | 'processors'>,
  context: Context,
): string[] {
  const labels = legalTexts(context.locale).processorTable;
  const given = new Map<string, number>();
  return changes
    .toReversed()
    .map((change) => {
      const known = [context.id, ...[change.date, change.change, change.name].map(tagPart)].join('/');
      const repeats = (given.get(known) ?? 0) + 1;
      given.set(known, repeats);
      const listed =
        change.change === 'added' ? processors.find(({ name }) => name === change.name) : undefined;
      return [
        '<entry>',
        `<id>${xml(repeats === 1 ? known : `${known}/${repeats}`)}</id>`,
        `<title>${xml(`${labels[change.change]}: ${change.name}`)}</title>`,
        `<updated>${time(change.date)}</updated>`,
        `<link rel="alternate" type="text/html" href="${context.link}"/>`,
        ...(listed ? [`<summary>${xml(summaryOf(listed, context.locale))}</summary>`] : []),
        '</entry>',
      ].join('\n');
    })
    .toReversed();
}

function summaryOf({ purpose, country }: ProcessorEntry, locale: string): string {
  return [purpose, countryName(country, locale)].filter(Boolean).join(', ');
}

/**
 * A tag URI (RFC 4151): unique without being an address that has to answer. It has the path, too, because feeds of one
 * host in several languages are different feeds with different entries (RFC 4287, 4.2.6).
 */
function feedTag({ hostname, pathname, search }: URL): string {
  // Colons of an IPv6 address would end the authority.
  const authority = hostname.replaceAll(/[[\]:]/g, '-');
  const parts = ['subprocessors', ...pathname.split('/'), search].filter(Boolean).map(tagPart);
  return `tag:${authority},${TAG_YEAR}:${parts.join('/')}`;
}

const tagPart = (part: string): string => encodeURIComponent(possible(part));

const newestDay = (changes: readonly ProcessorChange[]): string =>
  [NEVER, ...changes.map(({ date }) => date)].sort().at(-1) ?? NEVER;

/** Changes have days; in UTC, as all days of the CMS. */
const time = (day: string): string => `${new Date(day).toISOString().slice(0, 19)}Z`;

/** As XML text or quoted attribute. */
const xml = (text: string): string => escapeHtml(possible(text));

/** Without what XML 1.0 cannot hold at all: control characters, and halves of a pair. */
const possible = (text: string): string => text.replace(NO_XML_CHARACTER, '');

// biome-ignore lint/suspicious/noControlCharactersInRegex: the characters that XML 1.0 excludes
const NO_XML_CHARACTER = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF\p{Cs}]/gu;
