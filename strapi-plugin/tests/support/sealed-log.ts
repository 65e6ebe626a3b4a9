import { verify } from '../../bin/verify';
import { getEvidenceStore } from '../../server/src/evidence';
import { getSealingService } from '../../server/src/evidence/sealing/service';
import type { App } from './app';

/** Where the log is served, and its name where the app's address is https://cms.example.com. */
export const LOG = '/api/consent/log';
export const ORIGIN = 'cms.example.com/api/consent/log';

/** A Strapi with that address. */
export const SEALING_SERVER = { url: 'https://cms.example.com' };

export const store = ({ strapi }: App) => getEvidenceStore(strapi);

/** Seals what waits. */
export const run = ({ strapi }: App) => getSealingService(strapi).run();
export const sizeOf = async (app: App): Promise<number> => (await run(app))?.head.size ?? 0;

/** The public key that the log is signed with. */
export async function keyOf({ strapi }: App): Promise<string> {
  const log = await getSealingService(strapi).log();
  return log?.signers[0].verifier.key ?? '';
}

/** What the program says of a log or a bundle, and with which code it ends. */
export async function verified(...args: string[]): Promise<{ code: number; text: string }> {
  const lines: string[] = [];
  const code = await verify(args, (line) => lines.push(line));
  return { code, text: lines.join('\n') };
}
