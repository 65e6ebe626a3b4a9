import '@permesso/consent-core/styles/manage.css';
import { component, type TextProps } from '../dist/components.js';
import Gate from './ConsentGate.astro';

/** Prepared before the head is sent, so that nothing that a closed gate holds is preloaded there (see `GateVeil`). */
export const ConsentGate = Object.assign(Gate, { propagation: 'self' as const });

/**
 * The banner: a region that blocks nothing, in the first HTML, that works as a plain form without JavaScript (I6).
 * Place it once in the layout, best as the first thing in `<body>`: keyboard and screen reader meet it first there.
 *
 * Style it by the custom properties in `@permesso/consent-core/styles/tokens.css` and by `[data-consent-part]`.
 */
export const ConsentBanner = component<TextProps>((visit) => visit.banner);

/**
 * Place it once in the layout: a dialog that carries only the texts that its script cannot know, filled when it is
 * opened. Visitors without JavaScript get `PreferencesForm` on a page of its own.
 */
export const ConsentPreferences = component<TextProps>((visit) => visit.preferences);

/**
 * Opens the preferences again: withdrawing must be as easy as consenting, so place it on every page, as in the
 * footer. Beside it stands, where that is so, that a Global Privacy Control signal was honoured (11 CCR 7025).
 * Without JavaScript it leads to the preferences page. A slot replaces its text.
 */
export const ManageConsentButton = component<TextProps>((visit, slotted) => {
  if (!slotted) return visit.manage;
  const [before, after] = visit.manageAround ?? [];
  return before ? [before, slotted, after] : '';
});

/* Without PreferencesForm: Astro gives the styles of all that stands here to every page that uses any of it. */
export { default as ConsentBlocks } from './ConsentBlocks.astro';
export { default as ConsentContent } from './ConsentContent.astro';
export { default as ConsentHead } from './ConsentHead.astro';
export { default as ConsentMarkdown } from './ConsentMarkdown.astro';
export { default as ConsentModeScript } from './ConsentModeScript.astro';
export { default as CookieTable } from './CookieTable.astro';
export { default as LegalContent } from './LegalContent.astro';
export { default as LegalPage } from './LegalPage.astro';
export { default as PolicyVersion } from './PolicyVersion.astro';
export { default as ProcessorTable } from './ProcessorTable.astro';
