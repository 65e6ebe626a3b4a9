import { randomUUID } from 'node:crypto';
import type { Core } from '@strapi/strapi';
import { alone } from '../database/lock';
import { PLUGIN } from '../uids';

/** Whose turn it is, or was, to scan. Moments are ISO 8601. */
interface Turn {
  holder: string;
  begunAt: string;
  /** From then on it is anybody's, so that a process that is gone does not keep it for ever. */
  until: string;
  isOver: boolean;
  /** Why the scan gave no report. */
  failure: string | null;
}

const PLACE = { type: 'plugin', name: PLUGIN, key: 'scan_turn' } as const;

/** So long after one began, in ms, no other planned scan begins: all instances wake at the same minute. */
const APART = 5 * 60_000;

/** Ends a turn, with why the scan gave no report where that is so. */
export type EndTurn = (failure: string | null) => Promise<void>;

export interface TurnOptions {
  /** Milliseconds after which it is anybody's again, whatever has become of this process. */
  patience: number;
  /** Asked for by the plan of each instance, and not by somebody. */
  isPlanned: boolean;
}

/**
 * Takes the turn to scan, of all instances.
 *
 * @returns null where somebody else has it, or a planned scan has just begun elsewhere.
 */
export async function takeTurn(
  strapi: Core.Strapi,
  { patience, isPlanned }: TurnOptions,
): Promise<EndTurn | null> {
  const holder = randomUUID();
  const isOurs = await alone(strapi, async () => {
    const now = Date.now();
    const turn = await readTurn(strapi);
    const hasJustBegun = isPlanned && turn !== null && Date.parse(turn.begunAt) > now - APART;
    if (isRunning(turn) || hasJustBegun) return false;
    const [begunAt, until] = [now, now + patience].map((time) => new Date(time).toISOString()) as [
      string,
      string,
    ];
    await writeTurn(strapi, { holder, begunAt, until, isOver: false, failure: null });
    return true;
  });
  if (!isOurs) return null;
  return (failure) =>
    alone(strapi, async () => {
      const turn = await readTurn(strapi);
      // Ours may have run out, and somebody else may have theirs.
      if (turn?.holder === holder) await writeTurn(strapi, { ...turn, isOver: true, failure });
    });
}

export interface TurnState {
  /** Some instance scans now. */
  isRunning: boolean;
  /** When the last scan began that gave no report, and why; null where the last one did. */
  failure: { at: string; reason: string } | null;
}

export async function turnState(strapi: Core.Strapi): Promise<TurnState> {
  const turn = await readTurn(strapi);
  return {
    isRunning: isRunning(turn),
    failure: turn?.failure ? { at: turn.begunAt, reason: turn.failure } : null,
  };
}

const isRunning = (turn: Turn | null): boolean =>
  turn !== null && !turn.isOver && Date.parse(turn.until) > Date.now();

const readTurn = async (strapi: Core.Strapi): Promise<Turn | null> =>
  ((await strapi.store.get(PLACE)) as Turn | null) ?? null;

async function writeTurn(strapi: Core.Strapi, value: Turn): Promise<void> {
  await strapi.store.set({ ...PLACE, value });
}
