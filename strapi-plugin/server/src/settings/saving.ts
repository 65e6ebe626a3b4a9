import { isDeepStrictEqual } from 'node:util';
import type { Core } from '@strapi/strapi';
import { readLocales } from '../content/locales';
import { loadContent } from '../content/site-content';
import { alone } from '../database/lock';
import { columnsOf, type Transaction } from '../database/table';
import { retryingConflicts } from '../database/write-conflicts';
import { invalidValue } from '../http/invalid-input';
import { UIDS } from '../uids';
import type { SettingsChange } from './schema';
import { type StoredSettings, storedIn } from './view';

type Fields = Record<string, unknown>;

/**
 * Writes what a change names: shared values beside the default locale's texts, each other locale's texts in its own
 * row. All of it or nothing, and one save at a time: two first ones would otherwise make an entry each.
 *
 * @returns false, with nothing written, where somebody else has set one of these values meanwhile.
 * @throws {errors.ValidationError} for a locale that does not exist.
 */
export async function saveSettings(strapi: Core.Strapi, change: SettingsChange): Promise<boolean> {
  const { shared, texts = {} } = change;
  const locales = await readLocales(strapi);
  const unknown = Object.keys(texts).find((locale) => !locales.all.includes(locale));
  if (unknown !== undefined) throw invalidValue(['texts', unknown], `There is no locale "${unknown}".`);
  const { [locales.default]: main, ...others } = texts;
  const save = async (trx: Transaction): Promise<boolean> => {
    if (change.replaces && contradicts(storedIn(await loadContent(strapi)), change)) return false;
    const documentId = await writeShared(strapi, trx, locales.default, { ...shared, ...main });
    for (const [locale, own] of Object.entries(others)) await writeTexts(strapi, documentId, locale, own);
    return true;
  };
  // Under stricter isolation than usual PostgreSQL does not let the one go on that waited: it has to begin anew.
  return retryingConflicts(() => alone(strapi, save));
}

/** Whether a value that is stored is neither the one that the change replaces nor the one that it sets. */
function contradicts(stored: StoredSettings, { shared, texts, replaces }: SettingsChange): boolean {
  const differs = (now: Fields = {}, before: Fields = {}, wanted: Fields = {}) =>
    Object.entries(before).some(
      ([field, value]) =>
        !isDeepStrictEqual(now[field] ?? null, value) &&
        !isDeepStrictEqual(now[field] ?? null, wanted[field]),
    );
  return (
    differs(stored.shared, replaces?.shared, shared) ||
    Object.entries(replaces?.texts ?? {}).some(([locale, before]) =>
      differs(stored.texts[locale], before, texts?.[locale]),
    )
  );
}

/** The one entry is created where nobody has made it yet. */
async function writeShared(
  strapi: Core.Strapi,
  trx: Transaction,
  locale: string,
  data: Fields,
): Promise<string> {
  const documents = strapi.documents(UIDS.setting);
  const documentId = await publishedEntry(strapi, trx);
  if (documentId === undefined) return (await documents.create({ locale, data })).documentId;
  if (Object.keys(data).length > 0) await documents.update({ documentId, locale, data });
  return documentId;
}

/**
 * Of several entries the one whose first row is the oldest: visitors are served that one. The row is locked, because
 * a locking read sees what is committed, whatever the transaction saw before it on MySQL and MariaDB.
 */
async function publishedEntry(strapi: Core.Strapi, trx: Transaction): Promise<string | undefined> {
  const { table, column } = columnsOf(strapi, UIDS.setting);
  const [oldest]: { documentId: string }[] = await trx(table)
    .select({ documentId: column('documentId') })
    .orderBy('id')
    .limit(1)
    .forUpdate();
  return oldest?.documentId;
}

/** A first text in a language makes a row, which takes the shared values with it. */
async function writeTexts(
  strapi: Core.Strapi,
  documentId: string,
  locale: string,
  data: Fields,
): Promise<void> {
  if (Object.keys(data).length === 0) return;
  await strapi.documents(UIDS.setting).update({ documentId, locale, data });
}
