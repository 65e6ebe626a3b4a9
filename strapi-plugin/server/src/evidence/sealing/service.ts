import { setTimeout as pause } from 'node:timers/promises';
import type { Core } from '@strapi/strapi';
import { getPluginOptions } from '../../options';
import { pluginService } from '../../plugin-service';
import { getEvidenceStore } from '../index';
import type { Leaf, SealableItem } from '../leaf-store';
import { directoryTileStore, type SignedHead, type TileStore } from '../seal';
import { type Growth, growLog } from './grow-log';
import { checkNotAhead, MirrorError, mirrorLog } from './mirror';
import { type OwnLog, ownLog } from './own-log';
import { keysOfLog } from './signers';
import { stampDays } from './time-stamps';

export interface SealingService {
  /** The log with its keys; null where it has no name yet. */
  log(): Promise<OwnLog | null>;
  /**
   * Seals what waits, unless another instance does so just now; then copies the log's files into the folder.
   *
   * @returns the signed state; null where nothing was done.
   * @throws MirrorError where all is signed, and the folder has not got it; the next run copies it.
   * @throws where the log is not what was signed, or its keys do not fit: nothing was signed then.
   */
  run(growth?: Pick<Growth, 'goOn'>): Promise<SignedHead | null>;
  /**
   * Seals these items at once, before others, as far as they are still there.
   *
   * @returns their leaves, and a signed state of which they are a part.
   * @throws Error where other instances leave no time for it, or the log has no name yet.
   */
  sealNow(items: readonly SealableItem[]): Promise<{ leaves: Leaf[]; signed: SignedHead; log: OwnLog }>;
}

export const getSealingService = pluginService<SealingService>('sealing');

/** How long something that is to be sealed at once waits for another instance, in ms. */
const PATIENCE = 20_000;

/** Leaves of items that are gone are removed in such parts. */
const PRUNED = 1000;

export function sealingService({ strapi }: { strapi: Core.Strapi }): SealingService {
  const { seal } = getPluginOptions(strapi);
  const { leaves } = getEvidenceStore(strapi);
  const log = async (): Promise<OwnLog | null> => {
    const keys = seal.enabled ? await keysOfLog(strapi, leaves) : null;
    return keys && ownLog(leaves, keys);
  };
  const grow = async (own: OwnLog, growth: Growth): Promise<SignedHead> => {
    const path = seal.folder;
    if (path) {
      const { name } = own.signers[0].verifier;
      await checkNotAhead(own.store, name, { path, folder: directoryTileStore(path) });
    }
    return growLog(own, leaves, growth);
  };
  return {
    log,
    async run(growth = {}) {
      const own = await log();
      if (!own) return null;
      let signed = null as SignedHead | null;
      await leaves.alone(async () => {
        signed = await grow(own, growth);
        await leaves.prune(signed.head.size, PRUNED);
        if (seal.folder) await mirrorInto(seal.folder, own.store);
      });
      return signed;
    },
    async sealNow(items) {
      const own = await log();
      if (!own) throw new Error('the sealed log has no name yet, or sealing is off');
      let signed = null as SignedHead | null;
      const work = async () => {
        signed = await grow(own, { only: items });
      };
      for (const end = Date.now() + PATIENCE; !(await leaves.alone(work)); await pause(50)) {
        if (Date.now() > end) throw new Error('another instance is sealing; try again');
      }
      const sealed = await leaves.ofItems(items.map(({ id }) => id));
      return { leaves: sealed, signed: signed as SignedHead, log: own };
    },
  };
}

async function mirrorInto(folder: string, files: TileStore): Promise<void> {
  try {
    await mirrorLog(files, directoryTileStore(folder), new Date());
  } catch (error) {
    throw new MirrorError(folder, error);
  }
}

/** Asks for the time stamps that are due. Apart from {@link SealingService.run}: an authority may take its time. */
export async function stampLog(strapi: Core.Strapi): Promise<void> {
  const { tsa } = getPluginOptions(strapi).seal;
  const log = tsa && (await getSealingService(strapi).log());
  if (log) await stampDays(log.store, tsa, new Date());
}
