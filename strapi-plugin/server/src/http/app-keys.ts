import type { Core } from '@strapi/strapi';

/** The app's keys as one secret: the same on all instances, and in no database. Null where the app has none. */
export function appKeys(strapi: Core.Strapi): string | null {
  const keys: unknown = strapi.config.get('server.app.keys');
  const usable =
    Array.isArray(keys) && keys.length > 0 && keys.every((key) => key && typeof key === 'string');
  return usable ? JSON.stringify(keys) : null;
}
