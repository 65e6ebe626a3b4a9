import { fileURLToPath } from 'node:url';

/** The repository's root, with no slash at its end. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');

export const CMS = `${ROOT}/playground/cms`;
export const SITE = `${ROOT}/playground/site`;
export const VENDORS = `${ROOT}/playground/vendors`;
export const RECIPES = `${ROOT}/playground/recipes`;

/** What the scripts remember between runs; never committed. */
export const CACHE = `${ROOT}/node_modules/.cache/permesso`;
