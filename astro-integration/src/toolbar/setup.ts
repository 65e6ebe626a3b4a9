import { fileURLToPath } from 'node:url';
import type { HookParameters } from 'astro';
import type { SiteOptions } from '../setup.ts';
import { PAGE_WARNING, simulateVisit } from './simulation.ts';

const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" fill="none" viewBox="0 0 24 24"><path stroke="currentColor" stroke-linejoin="round" stroke-width="2" d="M12 3 5 6v5c0 4.5 2.9 8.3 7 10 4.1-1.7 7-5.5 7-10V6l-7-3Z"/><path stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="2" d="m9 12 2 2 4-4.5"/></svg>';

const built = (file: string) => fileURLToPath(new URL(`./toolbar/${file}.js`, import.meta.url));

/** In dev only: the toolbar's app, and the look-out for scripts that run too early and for keys that no category has. */
export function addToolbar({ addDevToolbarApp, injectScript }: HookParameters<'astro:config:setup'>): void {
  addDevToolbarApp({ id: 'permesso-consent', name: 'Consent', icon: ICON, entrypoint: built('app') });
  injectScript('page', `import ${JSON.stringify(built('page-warnings'))};`);
}

/** Lets the dev server see visitors where the toolbar puts them, and say in the terminal what its pages warn of. */
export function serveToolbar(
  { server, logger }: Pick<HookParameters<'astro:server:setup'>, 'server' | 'logger'>,
  { trustedHeaders }: SiteOptions,
): void {
  server.middlewares.use((request, _response, next) => {
    simulateVisit(request.headers, trustedHeaders);
    next();
  });
  const told = new Set<string>();
  server.ws.on(PAGE_WARNING, ({ path, message }: { path: string; message: string }) => {
    const warning = `${path}: ${message}`;
    if (told.has(warning)) return;
    told.add(warning);
    logger.warn(warning);
  });
}
