import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { ROOT } from '../../run/paths.ts';

/** Committed beside the tests, so that a clean clone knows too. */
const PROOF = `${ROOT}/playground/consumer/proved.json`;

/** What the steps of the READMEs depend on, beyond what the other tests prove: how the packages are named, entered and told of. */
const INPUTS = [
  'pnpm-workspace.yaml',
  '{core,strapi-plugin,astro-integration}/package.json',
  '{core,strapi-plugin,astro-integration}/README.md',
  // Which files the packages' exports lead to.
  '{core,strapi-plugin,astro-integration}/tsdown.config.{ts,mts}',
  'strapi-plugin/src/**/*.ts',
  'strapi-plugin/{server,admin}/src/index.ts',
  'core/src/index.ts',
  'astro-integration/src/index.ts',
  'astro-integration/src/{client,react,server}/index.ts',
  'astro-integration/components/index.ts',
  'playground/consumer/{harness,tests}/*.ts',
];

/** A hash of the contents of all of it. */
function inputs(): string {
  const hash = createHash('sha256');
  for (const file of globSync(INPUTS, { cwd: ROOT }).sort()) {
    hash.update(`\0${file}\0`).update(readFileSync(`${ROOT}/${file}`));
  }
  return hash.digest('hex');
}

/** Whether new apps have come through the READMEs' steps since manifests, READMEs or exports last changed. */
export const consumerIsProved = (): boolean =>
  existsSync(PROOF) && JSON.parse(readFileSync(PROOF, 'utf8')).inputs === inputs();

/** Remembers that they have. */
export function rememberProof(): void {
  writeFileSync(PROOF, `${JSON.stringify({ inputs: inputs() }, null, 2)}\n`);
}
