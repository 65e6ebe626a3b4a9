import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Core } from '@strapi/strapi';
import { failure } from '../database/write-conflicts';
import type { Actor } from '../evidence/audit';

/** So many are written at once on an instance: each reads as fast as the database answers. */
const AT_ONCE = 2;

/** How long a file can be fetched, in ms. */
const KEPT = 86_400_000;

/** How long a link opens it, in ms; once. */
const LINK = 300_000;

/** The file that an export is to be. */
export interface ExportFile {
  /** Its name, without the day: `consent-records`. */
  name: string;
  ending: 'csv' | 'json';
  mediaType: string;
  /** What stands in it. Each record or entry is told as it is written. */
  content(onWritten: () => void): Readable;
}

/** Who asked for an export, and for what. */
export interface ExportOrder {
  /** What is exported, as the trail names it. */
  uid: string;
  actor: Actor;
  file: ExportFile;
}

export interface ExportJob extends ExportOrder {
  id: string;
  fileName: string;
  state: 'running' | 'done' | 'failed';
  /** So many records or entries are in the file. */
  written: number;
}

interface Running extends ExportJob {
  /** Its own, which goes with it: whoever clears up folders that are a day old takes none in which anything is kept. */
  folder: string | null;
  stop: AbortController;
  ended: Promise<void>;
  /** SHA-256 of the token of its link, and until when that opens it. */
  link: { hash: string; until: number } | null;
}

/** Too many exports are running. */
export class ExportsBusyError extends Error {
  override name = 'ExportsBusyError';
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * Exports that are written to files of this instance, as gzip, in the system's folder for temporary files. A file goes
 * after a day and when the app stops; that of a process that was killed, a day later with the next export.
 */
export class ExportJobs {
  readonly #strapi: Core.Strapi;
  readonly #jobs = new Map<string, Running>();
  #closed = false;

  constructor(strapi: Core.Strapi) {
    this.#strapi = strapi;
  }

  /** @throws {ExportsBusyError} where others have to end first. */
  start(order: ExportOrder): ExportJob {
    const running = [...this.#jobs.values()].filter(({ state }) => state === 'running');
    if (this.#closed || running.length >= AT_ONCE) {
      throw new ExportsBusyError(`${AT_ONCE} exports are being written. Try again when one has ended.`);
    }
    const id = randomUUID();
    const day = new Date().toISOString().slice(0, 10);
    const job: Running = {
      ...order,
      id,
      fileName: `${order.file.name}-${day}.${order.file.ending}`,
      state: 'running',
      written: 0,
      folder: null,
      stop: new AbortController(),
      ended: Promise.resolve(),
      link: null,
    };
    this.#jobs.set(id, job);
    job.ended = this.#write(job);
    setTimeout(() => {
      this.remove(id).catch((error) =>
        this.#strapi.log.error(`consent: the file of an export stays in ${job.folder}: ${failure(error)}`),
      );
    }, KEPT).unref();
    return job;
  }

  /** An export of this kind that this administrator has started on this instance; null where there is none. */
  find(id: string, { uid, actor }: Pick<ExportOrder, 'uid' | 'actor'>): ExportJob | null {
    const job = this.#jobs.get(id);
    return job?.uid === uid && job.actor.id === actor.id ? job : null;
  }

  /** A new token that opens the file once, within five minutes; a link of the browser's sends nothing else to know it by. */
  tokenOf(id: string): string | null {
    const job = this.#jobs.get(id);
    if (job?.state !== 'done') return null;
    const token = randomBytes(32).toString('base64url');
    job.link = { hash: sha256(token), until: Date.now() + LINK };
    return token;
  }

  /** The job of a content type whose file a token opens; the token opens nothing more. */
  redeem(id: string, uid: string, token: string): ExportJob | null {
    const job = this.#jobs.get(id);
    if (job?.uid !== uid || !job.link || job.link.hash !== sha256(token) || job.link.until < Date.now())
      return null;
    job.link = null;
    return job;
  }

  /** The file of an export that is done, as gzip. */
  read(id: string): Readable {
    const job = this.#jobs.get(id);
    if (job?.state !== 'done' || !job.folder) throw new Error(`the export ${id} is not there`);
    return createReadStream(fileIn(job.folder));
  }

  /** Ends it where it is running, and removes its file. */
  async remove(id: string): Promise<void> {
    const job = this.#jobs.get(id);
    if (!job) return;
    job.stop.abort();
    await job.ended;
    this.#jobs.delete(id);
    if (job.folder) await rm(job.folder, { recursive: true, force: true });
  }

  /** Ends all of them and leaves nothing behind. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#jobs.keys()].map((id) => this.remove(id)));
  }

  async #write(job: Running): Promise<void> {
    const { signal } = job.stop;
    try {
      job.folder = await newFolder(this.#strapi.dirs.app.root);
      const content = job.file.content(() => {
        job.written += 1;
      });
      const file = createWriteStream(fileIn(job.folder), { mode: 0o600 });
      await pipeline(content, createGzip(), file, { signal });
      job.state = 'done';
    } catch (error) {
      job.state = 'failed';
      if (signal.aborted) return;
      this.#strapi.log.error(`consent: the export ${job.fileName} broke off: ${failure(error)}`);
      if (job.folder) await rm(job.folder, { recursive: true, force: true });
    }
  }
}

const fileIn = (folder: string): string => join(folder, 'export.gz');

/** A folder that nobody else reads. Those of processes of this app that were killed go, once their files are old enough. */
async function newFolder(app: string): Promise<string> {
  const prefix = `consent-exports-${sha256(app).slice(0, 8)}-`;
  for (const name of await readdir(tmpdir())) {
    if (name.startsWith(prefix)) await removeOld(join(tmpdir(), name));
  }
  return mkdtemp(join(tmpdir(), prefix));
}

async function removeOld(folder: string): Promise<void> {
  const changed = (await stat(folder).catch(() => null))?.mtimeMs ?? Date.now();
  // What another user left is theirs to remove, and no reason to write nothing.
  if (Date.now() - changed > KEPT) await rm(folder, { recursive: true, force: true }).catch(() => {});
}

const ofApp = new WeakMap<Core.Strapi, ExportJobs>();

/** The exports of this app, on this instance. */
export function exportJobsOf(strapi: Core.Strapi): ExportJobs {
  const jobs = ofApp.get(strapi) ?? new ExportJobs(strapi);
  ofApp.set(strapi, jobs);
  return jobs;
}
