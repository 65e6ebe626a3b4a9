import type { ProcessorChange } from '@permesso/consent-core';
import type { Core } from '@strapi/strapi';
import { shortHash } from '../content/hash';
import type { RowOf } from '../content/stored-field';
import { UIDS } from '../uids';
import { servedSource } from '../versions/service';
import { type Register, readRegister, subprocessorsIn } from './processor-register';
import type { PUBLICATION_FIELDS } from './publication.content-type';

type Publication = RowOf<typeof PUBLICATION_FIELDS>;

/** The change log and what identifies it. */
export interface PublishedChanges {
  /** Grows with every published list, so that a list that returns to an earlier state is still a new answer. */
  sequence: number;
  changes: ProcessorChange[];
  changedAt: string | null;
}

/** The version of the public list: its entries in every locale. */
export const listVersionOf = (register: Register): string =>
  shortHash(
    Object.fromEntries(register.locales.all.map((locale) => [locale, subprocessorsIn(register, locale)])),
  );

/**
 * Adds the current list to the published ones if it differs from the last. Called after every write and before
 * every answer, so nothing is ever shown that the log does not know.
 *
 * @returns the register as it was published.
 */
export async function publishCurrent(strapi: Core.Strapi, today: string): Promise<Register> {
  for (let attempt = 1; ; attempt += 1) {
    // In this order: a register read after the last publication is at least as new as that one.
    const last = await latest(strapi);
    const register = await readRegister(strapi, await servedSource(strapi));
    const listVersion = listVersionOf(register);
    const entries = subprocessorsIn(register, register.locales.default).map(({ id, name }) => ({ id, name }));
    if (last ? last.listVersion === listVersion : entries.length === 0) return register;
    const sequence = (last?.sequence ?? 0) + 1;
    try {
      const data = { sequence, listVersion, entries, publishedOn: today };
      await strapi.db.query(UIDS.publication).create({ data });
      return register;
    } catch (error) {
      // The sequence is unique: another instance published at the same moment, and what it wrote is newer.
      if (attempt === 5 || (await latest(strapi))?.sequence === last?.sequence) throw error;
    }
  }
}

async function latest(strapi: Core.Strapi): Promise<Publication | undefined> {
  const rows = await strapi.db.query(UIDS.publication).findMany({ orderBy: { sequence: 'desc' }, limit: 1 });
  return (rows as Publication[])[0];
}

/** An earlier state of the list. */
export interface EarlierList {
  /** On which it was published, in UTC. */
  day: string;
  listVersion: string;
}

/**
 * What was added and removed, newest first: the differences between neighbouring published lists.
 *
 * @param until up to which; all of them where there is none.
 */
export async function publishedChanges(
  strapi: Core.Strapi,
  until: EarlierList | null = null,
): Promise<PublishedChanges> {
  const query = strapi.db.query(UIDS.publication);
  const all = (await query.findMany({ orderBy: { sequence: 'asc' } })) as Publication[];
  const publications = until ? publishedUntil(all, until) : all;
  const changes = publications.flatMap((publication, index) =>
    differences(publications[index - 1]?.entries ?? [], publication),
  );
  const newestFirst = changes.reverse();
  return {
    sequence: publications.at(-1)?.sequence ?? 0,
    changes: newestFirst,
    changedAt: newestFirst[0]?.date ?? null,
  };
}

/** Several lists may be of one day. Where none of them is the one that is meant, what that day brought came after it. */
function publishedUntil(all: readonly Publication[], { day, listVersion }: EarlierList): Publication[] {
  const last = all.findLastIndex((one) => one.publishedOn <= day && one.listVersion === listVersion);
  return last < 0 ? all.filter(({ publishedOn }) => publishedOn < day) : all.slice(0, last + 1);
}

function differences(before: Publication['entries'], publication: Publication): ProcessorChange[] {
  const { entries, publishedOn: date } = publication;
  const missingIn = (list: Publication['entries']) => (entry: { id: string }) =>
    !list.some(({ id }) => id === entry.id);
  return [
    ...before.filter(missingIn(entries)).map(({ name }) => ({ name, change: 'removed' as const, date })),
    ...entries.filter(missingIn(before)).map(({ name }) => ({ name, change: 'added' as const, date })),
  ];
}
