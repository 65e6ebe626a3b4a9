/** Serves the app in a process of its own and says so; ends on SIGTERM. */
const { createStrapi } = require('@strapi/strapi');

(async () => {
  const strapi = createStrapi({ appDir: __dirname, distDir: __dirname });
  await strapi.load();
  await strapi.server.mount();
  await new Promise((resolve) =>
    strapi.server.httpServer.listen(Number(process.env.PORT), '127.0.0.1', resolve),
  );
  process.send?.('ready');
  process.on('message', async (message) => {
    if (message === 'memory') process.send({ rss: process.memoryUsage().rss });
  });
  process.on('SIGTERM', async () => {
    await strapi.destroy();
    process.exit(0);
  });
})();
