import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { BUNDLE_PATHS } from '../server/src/evidence/seal/bundle/format';
import type { BundleFiles } from '../server/src/evidence/seal/bundle/manifest';
import { readBundle } from '../server/src/evidence/seal/bundle/reader';
import { utf8Text } from '../server/src/evidence/seal/encoding';
import { dailyCheckpointPath } from '../server/src/evidence/seal/sealed-log';
import { type Verifier, verifierOf } from '../server/src/evidence/seal/signed-note';
import { directoryTileStore, type TileStore } from '../server/src/evidence/seal/tile-store';
import { timestampPath } from '../server/src/evidence/seal/timestamp';
import { type Check, exitCode, type Trust } from '../server/src/evidence/seal/verify/check';
import { verifyBundle } from '../server/src/evidence/seal/verify/verify-bundle';
import {
  type EarlierState,
  httpTileStore,
  verifyGoesOn,
  verifyLog,
} from '../server/src/evidence/seal/verify/verify-log';

const OUTCOMES = { passed: 'ok     ', failed: 'FAILED ', unchecked: 'unknown' } as const;
const RESULTS = {
  0: 'All of it is as it was sealed.',
  1: 'Something is not as it was sealed.',
  2: 'Nothing speaks against it, but not all of it could be checked.',
} as const;

/** `consent verify`: a sentence for each check; 0 where all passed, 1 where one failed, 2 where one could not be made. */
export async function verify(args: string[], print: (line: string) => void): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      key: { type: 'string', multiple: true, default: [] },
      since: { type: 'string', multiple: true, default: [] },
      log: { type: 'string' },
      tsa: { type: 'string', multiple: true, default: [] },
      token: { type: 'string' },
    },
  });
  const [place, ...others] = positionals;
  if (!place || others.length > 0) throw new Error('verify takes one bundle, folder or address of a log');
  const trust = {
    keys: await Promise.all(values.key.map(keyOf)),
    authorities: await Promise.all(values.tsa.map((file) => readFile(file, 'utf8'))),
  };
  // An argument can be seen by others on the machine, so it may stand in the environment as well.
  const token = values.token ?? process.env.CONSENT_LOG_TOKEN;
  const checks = await checksOf(place, trust, { ...values, token });
  for (const { outcome, sentence } of checks) print(`${OUTCOMES[outcome]}  ${sentence}`);
  const code = exitCode(checks);
  print(`\n${RESULTS[code]}`);
  return code;
}

async function checksOf(
  place: string,
  trust: Trust,
  { since, log, token }: { since: string[]; log?: string | undefined; token?: string | undefined },
): Promise<Check[]> {
  const storeAt = (at: string): TileStore =>
    isAddress(at) ? httpTileStore(at, token) : directoryTileStore(at);
  const bundle = isAddress(place) ? null : await bundleAt(place);
  if (!bundle) {
    if (log !== undefined)
      throw new Error('--log is for a bundle; to compare two states of a log use --since');
    const store = storeAt(place);
    return verifyLog(store, trust, await Promise.all(since.map((state) => earlierState(store, state))));
  }
  if (since.length > 0) throw new Error('--since is for a log; to compare a bundle with its log use --log');
  const { checks, head } = await verifyBundle(bundle, trust);
  if (log === undefined || !head) return checks;
  const { checkpoint } = readBundle(bundle);
  const state = { name: 'the state that the bundle is of', checkpoint };
  return [...checks, ...(await verifyGoesOn(storeAt(log), trust, [state]))];
}

const isAddress = (place: string) => /^https?:\/\//.test(place);

/** A ZIP, or the files of an unpacked one; null for a folder that is no bundle. */
async function bundleAt(place: string): Promise<Uint8Array | BundleFiles | null> {
  if (!(await stat(place)).isDirectory()) return readFile(place);
  const names = await readdir(place, { recursive: true, withFileTypes: true });
  if (!names.some(({ name, parentPath }) => join(parentPath, name) === join(place, BUNDLE_PATHS.manifest)))
    return null;
  const files = names
    .filter((entry) => !entry.isDirectory())
    .map(({ name, parentPath }) => join(parentPath, name));
  return new Map(
    await Promise.all(
      files.map(async (file) => [relative(place, file).split(sep).join('/'), await readFile(file)] as const),
    ),
  );
}

/** A key itself, or a file that holds it. */
async function keyOf(text: string): Promise<Verifier> {
  return verifierOf(text.includes('+') ? text : (await readFile(text, 'utf8')).trim());
}

/** The state of a log on a day, as the log keeps it, or a checkpoint in a file. */
async function earlierState(store: TileStore, state: string): Promise<EarlierState> {
  if (!/^\d{4}-\d\d-\d\d$/.test(state))
    return { name: `the state in ${state}`, checkpoint: await readFile(state, 'utf8') };
  const path = dailyCheckpointPath(new Date(state));
  const [kept, timestamp] = await Promise.all([store.read(path), store.read(timestampPath(path))]);
  if (!kept)
    throw new Error(`the log has kept no checkpoint of ${state}; take a day on which something was sealed`);
  return { name: `its state of ${state}`, checkpoint: utf8Text(kept), timestamp };
}
