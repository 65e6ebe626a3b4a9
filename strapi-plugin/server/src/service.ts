import type { Core } from '@strapi/strapi';
import { PLUGIN } from './schema';
import type { Services } from './services';

/** The plugin's service of that name, with its type. The only place that asks Strapi for one. */
export function service<Name extends keyof Services>(strapi: Core.Strapi, name: Name): Services[Name] {
  return strapi.plugin(PLUGIN).service(name) as Services[Name];
}
