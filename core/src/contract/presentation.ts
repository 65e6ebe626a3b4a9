import type { BannerPosition, ConsentModel } from './values.ts';

export const PRESENTATION_TYPE = 'permesso/presentation/v1';

/** Of the answer to a record: `unknown` where the presentation that the site has stated is not kept yet. */
export const PRESENTATION_HEADER = 'consent-presentation';

/** The longest text of a presentation, in bytes. */
export const PRESENTATION_BYTES = 262_144;

/** How a site presents a choice, as its server writes it: the same for all visitors of a configuration, model and language. */
export interface Presentation {
  type: typeof PRESENTATION_TYPE;
  /** What wrote it: `@permesso/consent-core` and its version. */
  integration: string;
  /** Address of the scripts of the page, which is that of their content. */
  files: string;
  policyVersion: string;
  locale: string;
  model: ConsentModel;
  position: BannerPosition;
  /** Interface words of the site's own, in place of those that are built in. */
  texts: Record<string, string>;
  /** The banner as HTML for a visitor who is asked for the first time, without a signal; or again, since their decision had expired. */
  banner: string;
  /** The same where something has changed since an earlier decision. */
  bannerAgain: string;
  /** The preferences as HTML, before anything is chosen. */
  preferences: string;
  /** The styles that the site brings along, as CSS, and its theme; style sheets of its own may change what they look like. */
  style: string;
}
