import {
  type Adapter,
  adapterContract,
  type ContractServers,
  type Served,
} from '../../../core/tests/adapter-contract/index.ts';
import { launch } from './browser.ts';
import { serveCms } from './cms.ts';
import { buildSite, serveFolder, startPlain, startSite } from './harness.ts';
import { serveVendors } from './serve.ts';

/** Those by whose names all builds know them. */
const servers: ContractServers = { serveThirdParties: serveVendors, serveCms };

const prove = (adapter: Omit<Adapter, 'launch'>) =>
  adapterContract({ ...adapter, launch: () => launch({ reusing: true }) }, servers);

const astroPage = { script: '/declared.js', frame: '/frame' };
const plainPage = { script: '/sdk.js', frame: '/embed' };

prove({
  name: 'Astro on a server',
  server: true,
  start: async (cms) =>
    startSite(
      // As other tests have it, in the same order: so they share the build.
      await buildSite({
        adapter: true,
        options: { cms: cms.url },
        astro: { i18n: { defaultLocale: 'en', locales: ['en', 'de'] } },
      }),
    ),
  page: { path: '/mode', ...astroPage },
  router: '/mode-router',
});

prove({
  name: 'Astro without a server',
  server: false,
  start: async (cms) => {
    const astro = { output: 'static', srcDir: './static' };
    return serveFolder((await buildSite({ adapter: false, options: { cms: cms.url }, astro })).dir);
  },
  page: { path: '/mode/', ...astroPage },
  router: '/mode-router/',
});

/** The same process serves a page with a server's half, and one with a script tag alone. */
const plain = (cms: Served) => startPlain(cms.url);

prove({
  name: 'a server without a framework',
  server: true,
  start: plain,
  page: { path: '/', ...plainPage },
});

prove({
  name: 'a script tag',
  server: false,
  start: plain,
  page: { path: '/tag.html', ...plainPage },
});
