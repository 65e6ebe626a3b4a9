export { headMarkup, inertJson, snippetText } from './markup.ts';
export type { PagePayload } from './payload.ts';
