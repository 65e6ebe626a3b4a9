/** Serves the app in a process of its own and says so; does its duties when asked; ends on SIGTERM, as every Strapi does. */
const { createStrapi } = require('@strapi/strapi');
const dutiesOf = require('./duties');

// Knex says of every table that Strapi creates on MariaDB that DDL ends the transaction, which is known.
const { log } = console;
console.log = (...parts) => {
  if (!String(parts[0]).startsWith('Transaction was implicitly committed')) log(...parts);
};

(async () => {
  const strapi = createStrapi({ appDir: __dirname, distDir: __dirname });
  await strapi.load();
  await strapi.server.mount();
  await new Promise((resolve) =>
    strapi.server.httpServer.listen(Number(process.env.PORT), '127.0.0.1', resolve),
  );
  const duties = dutiesOf(strapi);
  process.on('message', async ({ duty, input }) => {
    try {
      process.send({ duty, result: await duties[duty](input) });
    } catch (error) {
      process.send({ duty, error: String(error?.stack ?? error) });
    }
  });
  // A benchmark that broke off leaves nothing running.
  process.on('disconnect', () => process.exit(1));
  process.send('ready');
})();
