import type { Core } from '@strapi/strapi';
import { PLUGIN } from './uids';

/**
 * Gives a service the function by which others ask Strapi for it. It stands beside the service, so that whoever needs
 * the service imports that file alone, and the lint sees who needs whom.
 *
 * @param name under which `services.ts` hands the service to Strapi, which creates it when it is first asked for and
 *   keeps it: one for each app, whichever of the plugin's bundles asks.
 */
export const pluginService = <Service>(name: string): ((strapi: Core.Strapi) => Service) => {
  // Every record asks for half a dozen of them, and Strapi looks each up anew.
  const known = new WeakMap<Core.Strapi, Service>();
  return (strapi) => {
    let service = known.get(strapi);
    if (service === undefined) {
      service = strapi.plugin(PLUGIN).service(name) as Service;
      known.set(strapi, service);
    }
    return service;
  };
};
