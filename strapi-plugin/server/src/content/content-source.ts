import type { Core } from '@strapi/strapi';
import { UIDS } from '../uids';
import { readLocales, type SiteLocales } from './locales';
import { drafted, type LocaleRow, served } from './localized';
import { PICTURE_FIELDS, withPicture } from './picture';

/** The types whose rows are published. */
export type PublishedType = (typeof UIDS)['setting' | 'category' | 'tracker' | 'processor' | 'legalPage'];

/** Where what is published comes from, such as the database as editors have left it. */
export interface ContentSource {
  locales: SiteLocales;
  /** The published rows of a type by their ids, a tracker's with its picture, and key and document id of its category. */
  rows<Row extends LocaleRow>(uid: PublishedType): Promise<Row[]>;
}

/** Which rows of a type that has drafts stand for its documents. */
type Rows = typeof served;

/** The database as it is: each type is read once, when it is first asked for. */
export const databaseSource = (strapi: Core.Strapi): Promise<ContentSource> => sourceWith(strapi, served);

/** The same with the drafts of what has some, as if each were published. */
export const draftSource = (strapi: Core.Strapi): Promise<ContentSource> => sourceWith(strapi, drafted);

async function sourceWith(strapi: Core.Strapi, wanted: Rows): Promise<ContentSource> {
  const read = new Map<PublishedType, Promise<LocaleRow[]>>();
  return {
    locales: await readLocales(strapi),
    rows<Row extends LocaleRow>(uid: PublishedType) {
      const reading = read.get(uid) ?? readRows(strapi, uid, wanted);
      read.set(uid, reading);
      // A failed reading must not be kept; whoever awaits it sees the error.
      reading.catch(() => read.delete(uid));
      return reading as Promise<Row[]>;
    },
  };
}

async function readRows(strapi: Core.Strapi, uid: PublishedType, wanted: Rows): Promise<LocaleRow[]> {
  const where = uid === UIDS.setting ? {} : wanted(strapi, uid);
  const read = (query: object): Promise<LocaleRow[]> =>
    strapi.db.query(uid).findMany({ where, orderBy: { id: 'asc' }, ...query });
  if (uid !== UIDS.tracker) return read({});
  const trackers = await read({ populate: { category: { select: ['key', 'documentId'] } } });
  // Strapi asks for two relations at once, and within a transaction there is one connection to ask.
  const pictured = await read({ select: ['id'], populate: { poster: PICTURE_FIELDS } });
  const posters = new Map(pictured.map((row) => [row.id, withPicture(row)]));
  return trackers.map((tracker) => ({ ...tracker, ...posters.get(tracker.id) }));
}
