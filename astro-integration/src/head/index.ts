export { inertJson } from './inert-json.ts';
export { headMarkup, snippetText } from './markup.ts';
export type { PagePayload } from './payload.ts';
