import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { AstroConfig } from 'astro';

/** The scripts of pages, which the core ships as they are served. */
const FOLDER = new URL('.', import.meta.resolve('@permesso/consent-core/page-files/consent.js'));

/** Ends the islands in content that the core closes; it goes with the file that does so, and costs pages no request. */
const ISLANDS = new URL('./client/islands.js', import.meta.url);

/** The scripts of pages in one folder, under an address that changes with their content. */
export interface PageFiles {
  /** Of the folder, with its last slash. */
  address: string;
  /** Puts the files where the site's own assets are, below the folder that is published. */
  write(published: URL): Promise<void>;
  /** Serves them in dev. */
  plugin: { name: string; configureServer(server: DevServer): void };
}

interface DevServer {
  middlewares: {
    use(handle: (request: { url?: string }, response: ServerResponse, next: () => void) => void): void;
  };
}

export function pageFiles({
  base,
  build: { assets, assetsPrefix },
}: Pick<AstroConfig, 'base' | 'build'>): PageFiles {
  const files = new Map(
    readdirSync(FOLDER)
      .filter((name) => name.endsWith('.js'))
      .map((name) => [name, readFileSync(new URL(name, FOLDER), 'utf8')]),
  );
  files.set('markup.js', `${files.get('markup.js')}\n${readFileSync(ISLANDS, 'utf8')}`);
  const hash = createHash('sha256')
    .update([...files.values()].join('\0'))
    .digest('hex')
    .slice(0, 8);
  const path = `${assets}/consent.${hash}/`;
  const prefix =
    (typeof assetsPrefix === 'object' ? (assetsPrefix.js ?? assetsPrefix.fallback) : assetsPrefix) ?? base;
  const address = `${prefix.replace(/\/$/, '')}/${path}`;
  return {
    address,
    async write(published) {
      const folder = new URL(path, published);
      await mkdir(folder, { recursive: true });
      await Promise.all(
        [...files].map(([name, code]) => writeFile(fileURLToPath(new URL(name, folder)), code)),
      );
    },
    plugin: {
      name: 'consent-page-files',
      configureServer({ middlewares }) {
        middlewares.use(({ url = '' }, response, next) => {
          const code = files.get(url.split(`/${path}`)[1] ?? '');
          if (code === undefined) return next();
          response.setHeader('content-type', 'text/javascript');
          response.end(code);
        });
      },
    },
  };
}
