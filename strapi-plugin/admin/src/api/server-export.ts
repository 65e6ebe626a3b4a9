import { useFetchClient } from '@strapi/strapi/admin';
import { useCallback } from 'react';
import type { ExportProgress } from './contract';
import { backend } from './download';

interface ServerExport {
  /** Where orders for it are taken. */
  route: string;
  /** Filter and format, by the names that the route takes. */
  wanted: Record<string, string>;
  signal: AbortSignal;
  /** Called with the number of records or entries that are written. */
  onProgress(written: number): void;
}

/** How often it is asked how far the server is, in ms. */
const ASK_EVERY = 1000;

/**
 * Has the server write an export to a file, and the browser save that by a link: neither holds it in memory.
 *
 * @returns the name of the file, which the browser is saving then.
 * @throws when the server refuses, with its reason, when it breaks off, or when `signal` ends it: on the server, too.
 */
export function useServerExport(): (order: ServerExport) => Promise<string> {
  const { get, post, del } = useFetchClient();
  return useCallback(
    async ({ route, wanted, signal, onProgress }) => {
      let { data: job } = await post<ExportProgress>(route, wanted);
      const path = `${route}/${job.id}`;
      try {
        while (job.state === 'running') {
          await pause(ASK_EVERY, signal);
          job = (await get<ExportProgress>(path, { signal })).data;
          onProgress(job.written);
        }
      } catch (error) {
        if (signal.aborted) await del(path);
        throw error;
      }
      signal.throwIfAborted();
      if (!job.link) throw new Error('the server could not write the file');
      follow(`${backend()}${job.link}`, job.fileName);
      return job.fileName;
    },
    [get, post, del],
  );
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => reject(signal.reason);
    if (signal.aborted) return end();
    signal.addEventListener('abort', end, { once: true });
    setTimeout(() => {
      signal.removeEventListener('abort', end);
      resolve();
    }, milliseconds);
  });
}

/** The answer says that it is a file, so the page stays. */
function follow(address: string, fileName: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
}
