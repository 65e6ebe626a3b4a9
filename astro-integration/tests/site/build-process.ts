import { inspect } from 'node:util';
import { build } from 'astro';
import type { BuildOrder, BuildResult } from './build-service.ts';

let log = '';
for (const stream of [process.stdout, process.stderr]) {
  stream.write = (text: string | Uint8Array) => {
    log += text;
    return true;
  };
}

/** As if the process had been started with this environment. */
function setEnvironment(env: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  Object.assign(process.env, env);
}

/** What `astro build` does with this environment in the directory in which the process was started. */
async function buildAsTold({ root, env }: BuildOrder): Promise<BuildResult> {
  log = '';
  setEnvironment(env);
  try {
    await build({ root });
    return { log, failed: false };
  } catch (error) {
    return { log: `${log}\n${inspect(error)}`, failed: true };
  }
}

process.on('message', async (order: BuildOrder) => process.send!(await buildAsTold(order)));
process.once('disconnect', () => process.exit());
