import { fileURLToPath } from 'node:url';
import { legalStyle } from '@permesso/consent-core/legal';
import {
  bannerRoomScript,
  earlyRequestScript,
  gateOpenerScript,
  gppStubScript,
  headSnippet,
  storageGuardScript,
  tcfStubScript,
} from '@permesso/consent-core/site';
import {
  bannerStyle,
  gateStyle,
  placeholderStyle,
  smallPlaceholderStyle,
  themeStyle,
} from '@permesso/consent-core/ui';
import type { AstroConfig, AstroIntegration, HookParameters } from 'astro';
import { envField } from 'astro/config';
import { type ConsentOptions, type ResolvedOptions, resolveOptions } from './options.ts';
import { type PageFiles, pageFiles } from './page-files.ts';
import {
  allowedDomains,
  bakeConfigs,
  cspHash,
  injectedTypes,
  patternsOf,
  type SiteOptions,
  siteOptions,
  warnOfSharedAnswers,
} from './setup.ts';
import { tcfTerms } from './tcf-option.ts';
import { addToolbar, serveToolbar } from './toolbar/setup.ts';
import { DECLARED_HOSTS } from './toolbar/simulation.ts';
import { headPlugin, navigationPlugin, virtualModules } from './vite-plugins.ts';

export type { ConfigModule, OwnConfig } from '@permesso/consent-core/site';
export type { ConfigFunction, ConsentOptions } from './options.ts';

/**
 * Consent for an Astro site: `integrations: [consent({ cms: 'http://127.0.0.1:1337' })]`.
 *
 * @throws when an option is wrong, naming it and what to write instead
 */
export function consent(userOptions?: ConsentOptions): AstroIntegration {
  const options = resolveOptions(userOptions);
  let site: SiteOptions;
  let files: PageFiles;
  let config: AstroConfig;
  return {
    name: '@permesso/consent-astro',
    hooks: {
      'astro:config:setup': async (astro) => {
        const { config, command, logger, updateConfig, injectRoute } = astro;
        // Without an adapter nothing runs on a server: then the browser asks the CMS itself.
        const routes = command === 'dev' || config.adapter !== undefined;
        files = pageFiles(config);
        site = siteOptions(options, config, { routes, building: command === 'build', files: files.address });
        const baked = await bakeConfigs(options, config, command === 'build', logger);
        updateConfig({
          vite: {
            plugins: [
              ...(options.head === 'auto' ? [headPlugin()] : []),
              navigationPlugin(),
              files.plugin,
              virtualModules({
                modules: { 'virtual:consent/site': site, 'virtual:consent/baked': baked },
                configModule: typeof options.config === 'string' ? options.config : null,
                root: config.root,
              }),
            ],
            // One copy, with the virtual modules resolved, on the server and in the browser.
            ssr: { noExternal: ['@permesso/consent-astro', '@permesso/consent-core'] },
            optimizeDeps: { exclude: ['@permesso/consent-astro', '@permesso/consent-core'] },
          },
          env: {
            schema: {
              CONSENT_CMS_URL: envField.string({
                context: 'server',
                access: 'secret',
                optional: true,
                url: true,
              }),
              CONSENT_SITE_SECRET: envField.string({ context: 'server', access: 'secret', optional: true }),
            },
          },
        });
        const domains = command === 'build' && allowedDomains(site.origins, config, logger);
        if (domains) updateConfig({ security: { allowedDomains: domains } });
        if (options.csp && config.security.csp)
          updateConfig({ security: { csp: withOwnHashes(config, options) } });
        astro.addMiddleware({ order: 'pre', entrypoint: built('server/middleware.js') });
        astro.addClientDirective({
          name: 'consent',
          entrypoint: fileURLToPath(built('client/directive.js')),
        });
        if (options.gpp) addGpp(astro, options.gpp);
        if (options.tcf) addTcf(astro, options.tcf, routes);
        if (command === 'dev') addToolbar(astro);
        if (!routes) return;
        const route = (path: string, file: string) => {
          for (const pattern of patternsOf(path, config))
            injectRoute({ pattern, entrypoint: built(file), prerender: false });
        };
        for (const [path, file] of Object.entries(ROUTES)) route(`${options.basePath}/${path}`, file);
        if (options.tcf) route(`${options.basePath}/tcf.json`, ENDPOINTS);
        if (command === 'dev') route(`${options.basePath}/${DECLARED_HOSTS}`, 'toolbar/declared-hosts.js');
        if (site.gpcLastUpdate) route('/.well-known/gpc.json', ENDPOINTS);
      },
      'astro:server:setup': (dev) => serveToolbar(dev, site),
      // Before an adapter takes what is to be published to where it serves it from; of a site without prerendered pages
      // the first alone is called, of one without a server the second.
      'astro:build:ssr': () => files.write(config.build.client),
      'astro:build:generated': ({ dir }) => files.write(dir),
      'astro:config:done': ({ config: resolved, injectTypes }) => {
        config = resolved;
        injectTypes({ filename: 'consent.d.ts', content: injectedTypes });
      },
      // Behind the adapter's own, which has written by then what will run.
      'astro:build:done': ({ logger }) => warnOfSharedAnswers(config, options, logger),
    },
  };
}

export default consent;

/** Answers all routes that are no page. */
const ENDPOINTS = 'server/routes.js';

/** The site's own routes under `basePath`, and the files that answer them. */
const ROUTES = {
  config: ENDPOINTS,
  records: ENDPOINTS,
  decide: ENDPOINTS,
  preview: ENDPOINTS,
  'c.[hash].json': ENDPOINTS,
  preferences: '../components/routes/preferences.astro',
};

/** A file of the built package. */
function built(path: string): URL {
  return new URL(`./${path}`, import.meta.url);
}

/** Its stub is in the head that the site writes, before any script that may ask it; what answers comes when the page has been read. */
function addGpp(
  { injectScript }: HookParameters<'astro:config:setup'>,
  options: NonNullable<ResolvedOptions['gpp']>,
): void {
  const answering = JSON.stringify(fileURLToPath(built('gpp.js')));
  injectScript('page', `import(${answering}).then(({ startGpp }) => startGpp(${JSON.stringify(options)}));`);
}

/** With its stub it is as with that of the other. */
function addTcf(
  { injectScript, logger }: HookParameters<'astro:config:setup'>,
  options: NonNullable<ResolvedOptions['tcf']>,
  routes: boolean,
): void {
  if (!routes) {
    logger.warn(
      'The option "tcf" needs a server that answers for the vendor list: no page of this build gives a consent string. Add an adapter.',
    );
  }
  const answering = JSON.stringify(fileURLToPath(built('tcf.js')));
  const terms = JSON.stringify(tcfTerms(options));
  injectScript('page', `import(${answering}).then(({ startTcf }) => startTcf(${terms}));`);
}

/** Adds our hashes to what the site's policy allows; with `csp: true` Astro's own defaults must be spelt out. */
function withOwnHashes(
  { security: { csp } }: AstroConfig,
  { consentCookies, tcf, gpp, theme }: ResolvedOptions,
) {
  const own = typeof csp === 'object' ? csp : { algorithm: 'SHA-256' as const };
  const scripts = [headSnippet, bannerRoomScript, gateOpenerScript, earlyRequestScript];
  const guard = typeof consentCookies === 'object' && consentCookies.page ? [storageGuardScript] : [];
  const stubs = [...(tcf ? [tcfStubScript] : []), ...(gpp ? [gppStubScript] : [])];
  const look = themeStyle(theme);
  const gates = [gateStyle, placeholderStyle, smallPlaceholderStyle];
  const styles = [bannerStyle, ...gates, legalStyle, ...(look ? [look] : [])];
  return {
    algorithm: own.algorithm,
    scriptDirective: { hashes: [...scripts, ...guard, ...stubs].map(cspHash) },
    styleDirective: { hashes: styles.map(cspHash) },
  };
}
