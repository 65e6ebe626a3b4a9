/** What is kept in the browser, at one moment of a visit. */
import type { BrowserContext, Frame, Page } from 'playwright-core';
import { LIMITS } from '../limits';
import { safeText } from '../safe-text';
import { within } from '../within';
import { ENTRY_STORAGES, type EntryStorage, type Origin, type SeenEntry } from './observations';
import type { PageWord } from './page-watch';
import type { ResponseCookies } from './traffic';
import { toldList } from './untrusted-answers';

/** What the visit knows of who stores what. */
export interface StoringKnown {
  words: readonly PageWord[];
  responseCookies: ResponseCookies;
  /** Hosts of the site that the page is of. */
  siteHosts: ReadonlySet<string>;
}

interface FrameEntry {
  storage: EntryStorage;
  name: string;
}

/** Everything that is kept for the page and its frames; names, never values. */
export async function storedEntries(
  context: BrowserContext,
  page: Page,
  known: StoringKnown,
): Promise<Omit<SeenEntry, 'page' | 'decision'>[]> {
  const cookies = await within(LIMITS.look, context.cookies(), []);
  const inFrames = await Promise.all(
    page
      .frames()
      .slice(0, LIMITS.frames)
      .map(async (frame) => ({
        frame,
        entries: frameEntries(
          await within<unknown>(LIMITS.look, frame.evaluate(readFrame, FRAME_ENTRIES), []),
        ),
      })),
  );
  const now = Date.now() / 1000;
  return [
    ...cookies.map((cookie) => ({
      storage: 'cookie' as const,
      name: safeText(cookie.name),
      host: safeText(cookie.domain.replace(/^\./, '')),
      firstParty: isOfSite(cookie.domain, known.siteHosts),
      lifetime: cookie.expires > 0 ? Math.round(cookie.expires - now) : null,
      flags: [
        cookie.httpOnly && 'HttpOnly',
        cookie.secure && 'Secure',
        `SameSite=${cookie.sameSite}`,
        'partitionKey' in cookie && cookie.partitionKey && 'Partitioned',
      ].filter((flag) => typeof flag === 'string'),
      origin: originOf('cookie', cookie.name, known),
    })),
    ...inFrames.flatMap(({ frame, entries }) =>
      entries.map(({ storage, name }) => {
        const host = hostOf(frame);
        return {
          storage,
          name: safeText(name),
          host,
          firstParty: isOfSite(host, known.siteHosts),
          lifetime: null,
          flags: [],
          origin: originOf(storage, name, known),
        };
      }),
    ),
  ].slice(0, LIMITS.entries);
}

/** What is read of one frame. */
const FRAME_ENTRIES = 1_000;

function frameEntries(answer: unknown): FrameEntry[] {
  return toldList(answer, FRAME_ENTRIES).flatMap((entry) => {
    const { storage, name } = Object(entry) as Record<string, unknown>;
    const known = ENTRY_STORAGES.find((one) => one === storage);
    return known && typeof name === 'string' ? [{ storage: known, name }] : [];
  });
}

/** Runs in the page. */
async function readFrame(most: number): Promise<FrameEntry[]> {
  const found: FrameEntry[] = [];
  const read = async (
    storage: FrameEntry['storage'],
    names: () => Iterable<string> | Promise<Iterable<string>>,
  ) => {
    try {
      for (const name of await names())
        if (found.length < most) found.push({ storage, name: name.slice(0, 300) });
    } catch {
      // This document may not store, or the browser does not have it here.
    }
  };
  const keys = (of: Storage) =>
    Array.from({ length: Math.min(of.length, most) }, (_, at) => of.key(at) ?? '');
  await read('localStorage', () => keys(localStorage));
  await read('sessionStorage', () => keys(sessionStorage));
  await read('indexedDB', async () => (await indexedDB.databases()).map(({ name }) => name ?? ''));
  await read('cacheStorage', () => caches.keys());
  await read('serviceWorker', async () =>
    (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope),
  );
  return found;
}

const hostOf = (frame: Frame): string => (URL.canParse(frame.url()) ? new URL(frame.url()).hostname : '');

/** Whether a host, or a cookie's domain, is of the site: one of its hosts, or above one of them. */
function isOfSite(domain: string, siteHosts: ReadonlySet<string>): boolean {
  const host = domain.replace(/^\./, '');
  return [...siteHosts].some((own) => own === host || own.endsWith(`.${host}`));
}

/** A script that was seen to store it; else the response that did. */
function originOf(storage: EntryStorage, name: string, { words, responseCookies }: StoringKnown): Origin {
  const told = words.find(
    (word) => word.kind === 'stored' && word.storage === storage && word.name === safeText(name),
  );
  if (told?.kind === 'stored') {
    const address = told.stack
      .map((line) => /\(?((?:https?):\/\/.*?):\d+:\d+\)?$/.exec(line)?.[1])
      .find(Boolean);
    return { by: 'script', address: address ?? null, stack: told.stack };
  }
  const response = storage === 'cookie' ? responseCookies.get(safeText(name)) : undefined;
  return response === undefined
    ? { by: 'unknown', address: null, stack: [] }
    : { by: 'response', address: response || null, stack: [] };
}
