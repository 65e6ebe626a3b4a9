import type { ConsentModeTerms } from '../rules/consent-mode-signals.ts';
import type { ConsentTerms } from '../rules/terms.ts';
import type { ConsentBannerConfig, ConsentCategory, ConsentTracker, PendingConfig } from './config.ts';

/** What a page is told in its inert JSON script: everything that may differ from page to page. */
export interface PagePayload {
  /** Null when no configuration is known: then nothing is granted and nothing is shown. */
  config: PendingConfig | null;
  /** Names what the page says; see `payloadKey`. */
  key: string;
  /** The configuration condensed to what the head decides by. */
  head: HeadTerms;
  /** True when the configuration was made for this visitor; false on pages that are the same for all. */
  visitor: boolean;
  /** The request said `Sec-GPC: 1`. */
  gpc: boolean;
  /** Where the page asks for a configuration of its visitor; absent where it has one. */
  source?: string;
  /** Where it has asked, and asks again should it have to. */
  asked?: string;
  /** When it was answered, in milliseconds since 1970: what the pages of a tab remember of their visitor. */
  at?: number;
  /** Base path of the site's own routes; absent in a static build without an adapter. */
  base?: string;
  /** What their addresses end in, where that is not nothing. */
  slash?: '/';
  /**
   * Where the rest of the configuration is, in a file that never changes: its trackers and what is only read, each value at
   * its place (`ConfigContent`). Absent where the configuration is whole.
   */
  content?: string;
}

/** What stands in the configuration as it is: where there is one, it is not said again. */
type ConfigTerms = 'categories' | 'versions';

/** What a decision is judged by, and what is told to others of it. */
export interface HeadTerms extends Omit<ConsentTerms, ConfigTerms>, Partial<Pick<ConsentTerms, ConfigTerms>> {
  /** Name of the consent cookie. */
  name: string;
  mode: ConsentModeTerms | null;
  /** The banner shows at once to whoever has not decided. */
  asks: boolean;
  /**
   * The categories in which the configuration has trackers to load, and `*` where one of them loads before consent, since
   * Consent Mode speaks for it: only then does a page need what `content` says as soon as it is read.
   */
  loads?: readonly string[];
}

/** What a page leaves out of its configuration: to be written into that, each value at its place. */
export interface ConfigContent {
  categories: Pick<ConsentCategory, 'key' | 'label' | 'description'>[];
  trackers: ConsentTracker[];
  banner: Pick<ConsentBannerConfig, 'title' | 'description' | 'labels'>;
}
