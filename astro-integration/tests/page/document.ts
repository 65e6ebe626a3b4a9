import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { ConsentConfig } from '@permesso/consent-core';
import { experimental_AstroContainer as AstroContainer } from 'astro/container';
import { rolldown } from 'rolldown';
import { cssTextPlugin, stylesheetText } from '../../../core/css-text-plugin.ts';
import { ConsentBanner, ConsentPreferences, ManageConsentButton } from '../../components/index.ts';
import { type Visit, visit } from './locals.ts';

export interface PageOptions extends Visit {
  direction?: 'rtl';
  /** What stands in the page's middle. */
  main?: string;
  /** Styles of the site. */
  css?: string;
  /** Stylesheets of further components, by file name. */
  stylesheets?: string[];
  /** The configuration that the browser gets, where it is newer than the page. */
  newest?: ConsentConfig;
  /** False for a page whose visitor has no JavaScript. */
  script?: boolean;
}

/** The file of a stylesheet that the core publishes. */
const stylesheet = (name: string) =>
  createRequire(import.meta.url).resolve(`@permesso/consent-core/styles/${name}`);

/** A page as a site would build it: the components in their layout, their stylesheets, the page's script. */
export async function pageDocument(options: PageOptions = {}): Promise<string> {
  const { direction, main = '', css = '', stylesheets = [], script = true, locale = 'en' } = options;
  const container = await AstroContainer.create();
  const url = 'https://site.example/page?q=1';
  const locals = visit({ url, ...options });
  const render = (part: Parameters<AstroContainer['renderToString']>[0]) =>
    container.renderToString(part, { locals, request: new Request(url) });
  const styles = await Promise.all(
    ['manage.css', ...stylesheets].map((name) => stylesheetText(stylesheet(name))),
  );
  const facts = JSON.stringify({
    config: options.newest ?? locals.consent.config,
    gpc: options.gpc ?? false,
  });
  const state = script ? ` data-consent-ui="${locals.consent.view}"` : '';
  return `<!doctype html><html lang="${locale}"${direction ? ' dir="rtl"' : ''}${state}><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>Page</title><style>${css}${styles.join('')}</style></head>
<body>${await render(ConsentBanner)}<main>${main}</main><footer>${await render(ManageConsentButton)}</footer>
${await render(ConsentPreferences)}
${script ? `<script type="application/json" id="facts">${facts.replaceAll('<', '\\u003c')}</script><script>${await clientScript()}</script>` : ''}
</body></html>`;
}

let bundled: Promise<string> | undefined;

/** The page's script, bundled once. */
export function clientScript(): Promise<string> {
  bundled ??= bundle(fileURLToPath(new URL('./client.ts', import.meta.url)));
  return bundled;
}

async function bundle(input: string): Promise<string> {
  const build = await rolldown({
    input,
    platform: 'browser',
    plugins: [cssTextPlugin()],
  });
  const { output } = await build.generate({ format: 'iife', minify: true });
  await build.close();
  return output[0].code.replaceAll('</script', '<\\/script');
}
