export { type BannerInput, type BannerTexts, bannerElement, bannerHtml } from './banner.ts';
export { type GatePlaceholderInput, gatePlaceholder } from './gate-placeholder.ts';
export { type ManageButtonInput, manageButton } from './manage-button.ts';
export { type Attributes, type Element, type Markup, toHtml, toStyledHtml } from './markup.ts';
export { toDom } from './markup-dom.ts';
export {
  type PreferencesInput,
  type PreferencesTexts,
  preferencesForm,
} from './preferences-form.ts';
export { type PreferencesPageInput, preferencesPage } from './preferences-page.ts';
export { reloadNotice } from './reload-notice.ts';
export { bannerStyle, placeholderStyle, preferencesStyle, reloadStyle, tokensStyle } from './styles.ts';
