/** What the running site knows about itself; plain JSON, so that it can be built in. */
export interface SiteOptions {
  basePath: string;
  /** The addresses of its routes end in a slash. */
  trailingSlash?: true;
  /** The same below the default language, where Astro takes no page that has none in its path. */
  prefixedPath?: string;
  /** Address of the plugin's API, `…/api/consent`, or null where the configuration is the site's own. */
  api: string | null;
  locale: string | null;
  head: 'auto' | 'manual';
  render: 'visitor' | 'neutral';
  /** Request headers believed about the visitor's place, in order. */
  trustedHeaders: { country: readonly string[]; region: readonly string[] };
  /** Whether what the platform itself tells about the place is believed too. */
  trustsPlatform: boolean;
  /** Whether `/_consent/*` exists: false in a static build without an adapter. */
  routes: boolean;
  /** Whether this is a build: what is missing then is missing from what gets published. */
  building: boolean;
  /** The origins at which visitors reach the site, as far as its configuration says. */
  origins: readonly string[];
  /** Date of `/.well-known/gpc.json`, or null where it is not served. */
  gpcLastUpdate: string | null;
  t: Record<string, Record<string, string>>;
}
