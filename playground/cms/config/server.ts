import type { Core } from '@strapi/strapi';

const server = ({ env }: Core.Config.Shared.ConfigParams): Core.Config.Server => ({
  host: env('HOST', '127.0.0.1'),
  port: env.int('PORT', 1337),
  app: { keys: env.array('APP_KEYS') },
  // The site's server names the visitor it speaks for.
  proxy: { koa: true, maxIpsCount: 1 },
});

export default server;
