import type { ProcessorChange, ProcessorEntry } from '@permesso/consent-core';
import type { Core } from '@strapi/strapi';
import { shortHash } from '../content/hash';
import { negotiateLocale } from '../content/locale-negotiation';
import { getPluginOptions } from '../options';
import { pluginService } from '../plugin-service';
import { type EffectiveSettings, getSettingsService } from '../settings/service';
import { getVersionsService, type Published, servedSource } from '../versions/service';
import { entriesIn, type Register, readRegister, subprocessorsIn } from './processor-register';
import { listVersionOf, type PublishedChanges, publishCurrent, publishedChanges } from './publications';

/** What `GET subprocessors` answers. */
export interface SubprocessorList {
  version: string;
  /** Day of the last addition or removal, `YYYY-MM-DD`; null before any. */
  changedAt: string | null;
  /** Days of notice before a new sub-processor starts. */
  noticeDays: number;
  noticeEmail: string | null;
  subscribeUrl?: string;
  processors: ProcessorEntry[];
  /** Newest first. */
  changes: ProcessorChange[];
}

export interface ProcessorsService {
  /** The whole register, by name. Empty when the register is off. */
  entries(locale?: string | null): Promise<ProcessorEntry[]>;
  /** The public list with the tag that identifies this answer, or null when the register is off. */
  list(locale?: string | null): Promise<{ list: SubprocessorList; etag: string } | null>;
  /** What `entries` and `list` answer from, another object after every reading of the database; null when it is off. */
  reading(): Promise<object | null>;
  /** Makes the current list the published one; the change log grows by what differs. */
  publishList(): Promise<void>;
  /** The hash of the public list as it is published at this moment. */
  listVersion(): Promise<string>;
}

interface Reading {
  register: Register;
  /** Of the public list; with the reading, since a hash of all entries in all locales is too much for each request. */
  version: string;
  published: PublishedChanges;
}

export const getProcessorsService = pluginService<ProcessorsService>('processors');

export function processorsService({ strapi }: { strapi: Core.Strapi }): ProcessorsService {
  const enabled = getPluginOptions(strapi).processors;
  // Tied to one reading of the content, which another instance's edit of the register ends, too.
  let cached: { reading: Promise<Reading>; published: Published } | null = null;
  // One after the other, so that an earlier state is never published after a later one.
  let queue: Promise<unknown> = Promise.resolve();

  const inTurn = <T>(task: () => Promise<T>): Promise<T> => {
    const turn = queue.then(task, task);
    queue = turn;
    return turn;
  };

  const readingOf = async (register: Register): Promise<Reading> => ({
    register,
    version: listVersionOf(register),
    published: await publishedChanges(strapi),
  });

  const read = async (): Promise<Reading> => {
    // What an open transaction sees may be rolled back: it is neither kept nor published.
    if (strapi.db.inTransaction()) return readingOf(await readRegister(strapi, await servedSource(strapi)));
    const published = await getVersionsService(strapi).published();
    if (cached?.published === published) return cached.reading;
    const reading = inTurn(async () => readingOf(await publishCurrent(strapi, today())));
    const entry = { reading, published };
    cached = entry;
    reading.catch(() => {
      if (cached === entry) cached = null;
    });
    return reading;
  };

  const publishList = async (): Promise<void> => {
    cached = null;
    if (enabled) await read();
  };

  return {
    publishList,
    reading: async () => (enabled ? read() : null),
    listVersion: async () => listVersionOf(await readRegister(strapi, await servedSource(strapi))),
    async entries(locale) {
      if (!enabled) return [];
      const { register } = await read();
      return entriesIn(register, negotiateLocale(register.locales, locale, null));
    },
    async list(locale) {
      if (!enabled) return null;
      const { register, version, published } = await read();
      const { subprocessorNotice: notice } = await getSettingsService(strapi).effective();
      const served = negotiateLocale(register.locales, locale, null);
      const list = subprocessorListOf({ register, version, published, notice }, served);
      return { list, etag: `"${version}:${served}:${published.sequence}:${shortHash(notice)}"` };
    },
  };
}

/** What the public list is made of. */
export interface ListSources extends Reading {
  notice: EffectiveSettings['subprocessorNotice'];
}

/** The public list in a locale that there is. */
export const subprocessorListOf = (
  { register, version, published, notice }: ListSources,
  locale: string,
): SubprocessorList => ({
  version,
  changedAt: published.changedAt,
  noticeDays: notice.days,
  noticeEmail: notice.email,
  ...(notice.subscribeUrl ? { subscribeUrl: notice.subscribeUrl } : {}),
  processors: subprocessorsIn(register, locale),
  changes: published.changes,
});

/** Publication days are UTC, as all dates of the plugin. */
const today = (): string => new Date().toISOString().slice(0, 10);
