import css from '../../components/placeholder.css?inline';
import tokens from '../../components/tokens.css?inline';

/**
 * Travels with the placeholder of a gate, as `bannerStyle` with the banner: a page without a gate loads nothing of it,
 * whatever other pages of the site have.
 */
export const placeholderStyle: string = tokens + css;
