import type { InterfaceTexts } from '../i18n/index.ts';
import type { ConsentLocals } from '../server/locals.ts';

/** The part of `Astro` that our components read. */
export interface ComponentPage {
  locals: { consent?: ConsentLocals };
  url: Pick<URL, 'pathname' | 'search'>;
  /** A component's own interface texts. */
  props: { t?: Partial<InterfaceTexts> };
}

/*
 * Read here, and not in each component: Astro makes its object anew for every page, so the first read of a property
 * costs a page far more than those after it from the same place.
 */

/** Consent on this page; undefined where the integration's middleware did not run. */
export const consentOn = (page: ComponentPage): ConsentLocals | undefined => page.locals.consent;

export const ownTexts = (page: ComponentPage): Partial<InterfaceTexts> | undefined => page.props.t;

/** The page that a form returns to. */
export const pathOf = ({ url }: ComponentPage): string => url.pathname + url.search;
