export type { ConsentGateProps, ConsentModeScriptProps, ManageConsentButtonProps } from './components.tsx';
export { ConsentGate, ConsentModeScript, ManageConsentButton } from './components.tsx';
export type { CategoryConsent, Consent, ConsentContextValue } from './hooks.ts';
export { useCategory, useConsent, useConsentContext, useHasConsent } from './hooks.ts';
export type { ConsentProviderProps } from './provider.tsx';
export { ConsentProvider } from './provider.tsx';
