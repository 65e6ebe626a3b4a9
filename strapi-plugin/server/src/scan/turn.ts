import type { Core } from '@strapi/strapi';
import { alone } from '../database/lock';
import { PLUGIN } from '../uids';

/** Whose turn it is to scan: until a moment, so that a process that is gone does not keep it for ever. */
interface Turn {
  /** ISO 8601. */
  until: string;
}

const PLACE = { type: 'plugin', name: PLUGIN, key: 'scan_turn' } as const;

/** So long after it began, in ms, a scan is not begun again: all instances wake at the same minute. */
const APART = 5 * 60_000;

/** Ends a turn. */
export type EndTurn = () => Promise<void>;

/**
 * Takes the turn to scan, of all instances.
 *
 * @param patience milliseconds after which it is anybody's again, whatever has become of this process.
 * @returns null where somebody else has it, or has had it just now.
 */
export async function takeTurn(strapi: Core.Strapi, patience: number): Promise<EndTurn | null> {
  const begun = Date.now();
  const isOurs = await alone(strapi, async () => {
    const turn = (await strapi.store.get(PLACE)) as Turn | null;
    if (turn && Date.parse(turn.until) > Date.now()) return false;
    await setUntil(strapi, begun + patience);
    return true;
  });
  if (!isOurs) return null;
  return () => setUntil(strapi, begun + APART);
}

async function setUntil(strapi: Core.Strapi, until: number): Promise<void> {
  const value: Turn = { until: new Date(until).toISOString() };
  await strapi.store.set({ ...PLACE, value });
}

/** Whether some instance scans now, or has just done it. */
export async function isTurnTaken(strapi: Core.Strapi): Promise<boolean> {
  const turn = (await strapi.store.get(PLACE)) as Turn | null;
  return turn !== null && Date.parse(turn.until) > Date.now();
}
