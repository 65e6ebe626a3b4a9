import { useAuth, useFetchClient } from '@strapi/strapi/admin';
import { useCallback, useRef } from 'react';

interface Download {
  path: string;
  fileName: string;
  signal: AbortSignal;
}

/** Strapi's types know the server's global only; in the admin it says where the server is. */
export const backend = (): string => (window.strapi as unknown as { backendURL: string }).backendURL;

/**
 * Saves an answer as a file once it is complete: a download that breaks off leaves no file that looks whole.
 *
 * @throws when the server refuses, with its reason, the connection breaks, or `signal` ends it.
 */
export function useDownload(): (download: Download) => Promise<void> {
  const { get } = useFetchClient();
  const token = useRef<string | null>(null);
  token.current = useAuth('ConsentDownload', ({ token: current }) => current);
  return useCallback(
    async ({ path, fileName, signal }) => {
      const ask = () =>
        fetch(`${backend()}${path}`, {
          headers: token.current ? { Authorization: `Bearer ${token.current}` } : {},
          credentials: 'include',
          signal,
        });
      let response = await ask();
      if (response.status === 401) {
        // Strapi's own client renews a session that has run out; this request then uses the new one.
        await get('/admin/users/me', { signal });
        response = await ask();
      }
      if (!response.ok) throw new Error(await reasonOf(response));
      save(await response.blob(), fileName);
    },
    [get],
  );
}

/** What Strapi says in an error's body, else the status. */
async function reasonOf(response: Response): Promise<string> {
  const body = (await response.json().catch(() => null)) as { error?: { message?: string } } | null;
  return body?.error?.message ?? `${response.status} ${response.statusText}`;
}

function save(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
