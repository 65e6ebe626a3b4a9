export { type BannerInput, type BannerTexts, bannerHtml } from './banner.ts';
export { dialogTexts } from './dialog-texts.ts';
export { type Attributes, type Element, escapeHtml, type Markup, toHtml } from './markup.ts';
export {
  ENGLISH_PREFERENCES,
  honorsGpc,
  labelsOf,
  type PreferencesInput,
  type PreferencesTexts,
  preferencesForm,
} from './preferences-form.ts';
export { reloadNotice } from './reload-notice.ts';
export { bannerStyle, placeholderStyle, preferencesStyle, reloadStyle, tokensStyle } from './styles.ts';
