export type { PagePayload } from '@permesso/consent-core';
export { inertJson } from './inert-json.ts';
export { headMarkup, snippetText } from './markup.ts';
