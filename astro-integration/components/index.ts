export { default as ConsentBanner } from './ConsentBanner.astro';
export { default as ConsentGate } from './ConsentGate.astro';
export { default as ConsentHead } from './ConsentHead.astro';
export { default as ConsentModeScript } from './ConsentModeScript.astro';
export { default as ConsentPreferences } from './ConsentPreferences.astro';
export { default as ManageConsentButton } from './ManageConsentButton.astro';
export { default as PreferencesForm } from './PreferencesForm.astro';
