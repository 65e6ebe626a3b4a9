/** What the components need at render time; they are published as they are, this is built. */
export { directionOf, type InterfaceTexts, interfaceTexts, languageOf } from '@permesso/consent-core/texts';
export {
  escapeHtml,
  gatePlaceholder,
  placeholderStyle,
  toHtml,
  toStyledHtml,
} from '@permesso/consent-core/ui';
export { pageBanner } from './banner.ts';
export { type Component, component, type TextProps } from './component.ts';
export { preferencesDialog } from './dialog.ts';
export { manageForm } from './manage.ts';
export { pageTexts } from './page-texts.ts';
export { preferencesAddress } from './preferences-address.ts';
export { preferencesPage } from './preferences-page.ts';
export { speechOn } from './site-texts.ts';
