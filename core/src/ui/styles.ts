/// <reference path="../css.d.ts" />
import banner from './styles/banner.css?inline';
import gate from './styles/gate.css?inline';
import placeholder from './styles/placeholder.css?inline';
import preferences from './styles/preferences.css?inline';
import preview from './styles/preview.css?inline';
import reload from './styles/reload.css?inline';
import smallPlaceholder from './styles/small-placeholder.css?inline';
import tokens from './styles/tokens.css?inline';

/** Called as a pure function, so that a bundle keeps only the styles that it uses. */
const together = (...sheets: string[]) => sheets.join('');

/**
 * The look of the banner, with the custom properties that a site sets. It travels with the banner, and not with the
 * site's own stylesheets: who has decided does not load it, and who has not need not wait for it.
 */
export const bannerStyle: string = /* @__PURE__ */ together(tokens, banner);

/** A gate without a placeholder of ours. */
export const gateStyle: string = gate;

/** The same for a gate and its placeholder: a page without one loads nothing of it. */
export const placeholderStyle: string = /* @__PURE__ */ together(tokens, gate, placeholder);

/** What a placeholder needs besides that may be too small for words and two buttons. */
export const smallPlaceholderStyle: string = smallPlaceholder;

/** The custom properties alone, for an element on a page without a banner. */
export const tokensStyle: string = tokens;

/** The preferences as a dialog, without the custom properties. */
export const preferencesStyle: string = preferences;

/** The bar of a preview, which has colours of its own. */
export const previewStyle: string = preview;

/** The notice that something runs until the page is loaded anew, without the custom properties. */
export const reloadStyle: string = reload;
