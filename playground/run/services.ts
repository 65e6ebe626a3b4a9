import { CMS, SITE, VENDORS } from './paths.ts';
import type { ServiceDefinition } from './service.ts';

/** The three origins that belong together. */
export interface Addresses {
  cms: string;
  site: string;
  vendors: string;
}

const HOST = '127.0.0.1';

export const address = (port: number): string => `http://${HOST}:${port}`;

const portOf = (origin: string): string => new URL(origin).port;

/** A Strapi that serves its built admin; `env` carries its secrets and its database. */
export function cmsService(at: Addresses, env: NodeJS.ProcessEnv): ServiceDefinition {
  return {
    name: 'The CMS',
    cwd: CMS,
    args: ['node_modules/@strapi/strapi/bin/strapi.js', 'start'],
    env: { ...env, HOST, PORT: portOf(at.cms), VENDORS_URL: at.vendors, SITE_URL: at.site },
    readyUrl: `${at.cms}/_health`,
  };
}

/** The built site; `dist` is where its build lies. */
export function siteService(at: Addresses, dist = `${SITE}/dist`): ServiceDefinition {
  return {
    name: 'The site',
    cwd: SITE,
    args: [`${dist}/server/entry.mjs`],
    env: {
      HOST,
      PORT: portOf(at.site),
      CONSENT_CMS_URL: at.cms,
      VENDORS_URL: at.vendors,
      NODE_ENV: 'production',
    },
    readyUrl: `${at.site}/about`,
  };
}

export function vendorsService(at: Addresses): ServiceDefinition {
  return {
    name: 'The fake third parties',
    cwd: VENDORS,
    args: ['src/main.ts'],
    env: { PORT: portOf(at.vendors) },
    readyUrl: `${at.vendors}/hits`,
  };
}
