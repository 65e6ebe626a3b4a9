import { adapterContract } from './adapter-contract.ts';
import type { FakeCms } from './cms.ts';
import { buildSite, serveFolder, startPlain, startSite } from './harness.ts';

const astroPage = { script: '/declared.js', frame: '/frame' };
const plainPage = { script: '/sdk.js', frame: '/embed' };

adapterContract({
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

adapterContract({
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
const plain = (cms: FakeCms) => startPlain(cms.url);

adapterContract({
  name: 'a server without a framework',
  server: true,
  start: plain,
  page: { path: '/', ...plainPage },
});

adapterContract({
  name: 'a script tag',
  server: false,
  start: plain,
  page: { path: '/tag.html', ...plainPage },
});
