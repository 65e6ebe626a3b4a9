/** A Strapi in a process of its own: argv is the app's directory, the plugin's bundle, and `develop` for developer mode. */
const { createRequire, enableCompileCache, flushCompileCache } = require('node:module');

// A test starts it many times.
enableCompileCache();

const [appDir, bundle, mode] = process.argv.slice(2);
const fromHere = createRequire(__filename);

globalThis.__consentPluginUnderTest = () => fromHere(bundle).default;

const tasks = {
  async purge(strapi, { now }) {
    const { purgeExpiredRecords } = fromHere(bundle);
    return purgeExpiredRecords(strapi, {}, new Date(now));
  },
  /** Lets time pass, by the clock that caches go by. */
  async pass(_strapi, { seconds }) {
    const now = performance.now.bind(performance);
    performance.now = () => now() + seconds * 1000;
  },
};

async function main() {
  const { createStrapi } = fromHere('@strapi/strapi');
  const strapi = await createStrapi({ appDir, distDir: appDir, autoReload: mode === 'develop' }).start();
  process.on('message', async ({ id, task, args }) => {
    try {
      process.send({ id, result: await tasks[task](strapi, args) });
    } catch (error) {
      process.send({ id, error: String(error?.stack ?? error) });
    }
  });
  flushCompileCache();
  process.send({ port: strapi.server.httpServer.address().port });
}

// A test that was stopped half-way leaves nothing running.
process.on('disconnect', () => process.exit());

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
