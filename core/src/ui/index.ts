export {
  type BannerFacts,
  type BannerInput,
  type BannerNote,
  type BannerTexts,
  bannerElement,
  bannerFacts,
  bannerHtml,
  bannerNotes,
  firstBannerNotes,
} from './banner.ts';
export { type GatePlaceholderInput, gatePlaceholder } from './gate-placeholder.ts';
export { type ManageButtonInput, manageButton } from './manage-button.ts';
export { type Attributes, type Element, type Markup, toDom, toHtml, toStyledHtml } from './markup.ts';
export {
  type PreferencesInput,
  preferencesForm,
  reloadNotice,
} from './preferences-form.ts';
export { type PreferencesPageInput, preferencesPage } from './preferences-page.ts';
export type { PreferencesTexts } from './preferences-texts.ts';
export {
  bannerStyle,
  gateStyle,
  placeholderStyle,
  preferencesStyle,
  reloadStyle,
  smallPlaceholderStyle,
  tokensStyle,
} from './styles.ts';
export { type ConsentTheme, THEME_PROPERTIES, themeProblem, themeStyle } from './theme.ts';
