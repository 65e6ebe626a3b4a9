import Gate from './ConsentGate.astro';

/** Prepared before the head is sent, so that nothing that a closed gate holds is preloaded there (see `GateVeil`). */
export const ConsentGate = Object.assign(Gate, { propagation: 'self' as const });

/* Without PreferencesForm: Astro gives the styles of all that stands here to every page that uses any of it. */
export { default as ConsentBanner } from './ConsentBanner.astro';
export { default as ConsentHead } from './ConsentHead.astro';
export { default as ConsentModeScript } from './ConsentModeScript.astro';
export { default as ConsentPreferences } from './ConsentPreferences.astro';
export { default as CookieTable } from './CookieTable.astro';
export { default as LegalContent } from './LegalContent.astro';
export { default as LegalPage } from './LegalPage.astro';
export { default as ManageConsentButton } from './ManageConsentButton.astro';
export { default as PolicyVersion } from './PolicyVersion.astro';
export { default as ProcessorTable } from './ProcessorTable.astro';
