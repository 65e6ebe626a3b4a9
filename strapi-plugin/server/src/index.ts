import type { Core } from '@strapi/strapi';
import { bootstrap } from './bootstrap';
import { contentTypes } from './content-types';
import { controllers } from './controllers';
import { destroy } from './destroy';
import { policies } from './http/admin-route';
import { type ConsentPluginOptions, resolveOptions } from './options';
import { register } from './register';
import { routes } from './routes';
import { services } from './services';

type Lifecycle = (context: { strapi: Core.Strapi }) => void | Promise<void>;

export interface ConsentServer {
  register: Lifecycle;
  bootstrap: Lifecycle;
  destroy: Lifecycle;
  config: { default: object; validator(options: ConsentPluginOptions): void };
  contentTypes: object;
  controllers: object;
  policies: object;
  routes: object;
  services: object;
}

/** What Strapi loads. Each feature stands in its folder; here they are only handed over. */
const server: ConsentServer = {
  register,
  bootstrap,
  destroy,
  config: {
    // Empty on purpose: Strapi merges defaults into arrays by index. `resolveOptions` fills in the defaults.
    default: {},
    validator: (options: ConsentPluginOptions): void => {
      resolveOptions(options);
    },
  },
  contentTypes,
  controllers,
  policies,
  routes,
  services,
};

export default server;
