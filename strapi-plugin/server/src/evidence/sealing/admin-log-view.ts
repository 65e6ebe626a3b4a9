import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { adminRoute } from '../../http/admin-route';
import { getPluginOptions } from '../../options';
import { getEvidenceStore } from '../index';
import { momentOf } from '../record-id';
import { CHECKPOINT_PATH, NoteError, unverifiedCheckpoint } from '../seal';
import { type SealingProblem, sealingProblems } from './problems';
import { getSealingService } from './service';

/** What the admin shows of the sealed log. */
export interface LogView {
  enabled: boolean;
  /** Null where it has no name yet, cannot be signed, or its last checkpoint cannot be read. */
  log: {
    /** Its address without a scheme, which is its name. */
    origin: string;
    /** Who may read it there. */
    open: 'everybody' | 'token' | 'nobody';
    /** By which it is verified, as `consent verify --key` takes it. */
    key: string;
    /** Entries of the last checkpoint. */
    size: number;
    /** When the last of them that is still there was stored, as ISO 8601. */
    sealedUntil: string | null;
  } | null;
  /** What waits; null where nothing does. */
  waiting: { items: number; more: boolean; since: string } | null;
  problems: SealingProblem[];
}

/** Of so many last entries one is looked for that was not erased. */
const LAST = 100;

async function logView(strapi: Core.Strapi): Promise<LogView> {
  const { seal } = getPluginOptions(strapi);
  const { leaves } = getEvidenceStore(strapi);
  const backlog = seal.enabled ? await leaves.backlog() : null;
  const problems = await sealingProblems(strapi);
  const unreadable = (error: unknown): null => {
    if (!(error instanceof NoteError)) throw error;
    // An attempt to seal may have met it before.
    if (!problems.some(({ about }) => about === 'log')) {
      problems.push({ about: 'log', message: `The last checkpoint cannot be read: ${error.message}` });
    }
    return null;
  };
  return {
    enabled: seal.enabled,
    log: await shownLog(strapi).catch(unreadable),
    waiting: backlog && { ...backlog, since: backlog.since.toISOString() },
    problems,
  };
}

async function shownLog(strapi: Core.Strapi): Promise<LogView['log']> {
  const { seal } = getPluginOptions(strapi);
  // What is wrong with its keys or its name is among the problems.
  const own = await getSealingService(strapi)
    .log()
    .catch(() => null);
  if (!own) return null;
  const note = await own.store.read(CHECKPOINT_PATH);
  const size = note ? unverifiedCheckpoint(Buffer.from(note).toString()).size : 0;
  const last = await getEvidenceStore(strapi).leaves.from(Math.max(0, size - LAST), LAST);
  const itemId = last.findLast((leaf) => leaf.index < size && leaf.itemId !== null)?.itemId;
  const { verifier } = own.signers[0];
  return {
    origin: verifier.name,
    open: seal.token ? 'token' : seal.public ? 'everybody' : 'nobody',
    key: verifier.key,
    size,
    sealedUntil: itemId ? momentOf(itemId).toISOString() : null,
  };
}

export const logViewController = ({ strapi }: { strapi: Core.Strapi }) => ({
  async find(ctx: Context): Promise<void> {
    ctx.body = await logView(strapi);
  },
});

export const logViewRoutes = [adminRoute('GET /log', 'logView.find', 'settings.read')];
