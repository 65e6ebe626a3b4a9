import css from '../../components/banner.css?inline';
import tokens from '../../components/tokens.css?inline';

/**
 * Travels with the banner, and not with the site's own stylesheets: who has decided does not load it, and who has not
 * need not wait for it. A Content-Security-Policy allows it by its hash.
 */
export const bannerStyle: string = tokens + css;
