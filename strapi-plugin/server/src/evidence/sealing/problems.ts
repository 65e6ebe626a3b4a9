import { randomUUID } from 'node:crypto';
import type { Core } from '@strapi/strapi';
import { getPluginOptions } from '../../options';
import { getEvidenceStore } from '../index';

/** What keeps the log from being sealed, copied or stamped. */
export interface SealingProblem {
  /** The log has no name; it cannot be signed; the folder has not got it; no time stamp came. */
  about: 'name' | 'log' | 'folder' | 'timestamp';
  /** A sentence, in English. */
  message: string;
}

type Part = 'sealing' | 'stamping';

/** As it lies with the evidence, where every instance reads it. */
interface Remark extends SealingProblem {
  /** When the instance said so last, in ms. */
  at: number;
}

interface Instance {
  id: string;
  /** What it has said and not taken back. */
  said: Map<Part, Remark>;
}

/** Before the names of what is noted with the evidence. */
const PROBLEM = 'problem ';

/** How often an instance says anew what has not changed, in ms. */
const SAID_EVERY = 300_000;

/** What was not said anew for so long is of an instance that is gone, in ms. */
const HOLDS_FOR = 3 * SAID_EVERY;

const instances = new WeakMap<Core.Strapi, Instance>();

/** Notes for all instances how the last attempt of this one went; null where it went well. */
export async function noteSealing(
  strapi: Core.Strapi,
  part: Part,
  problem: SealingProblem | null,
): Promise<void> {
  const { id, said } = instanceOf(strapi);
  const known = said.get(part);
  const at = Date.now();
  const isSaid = known?.message === problem?.message && (!known || at - known.at < SAID_EVERY);
  if (isSaid) return;
  const remark = problem && { ...problem, at };
  const { leaves } = getEvidenceStore(strapi);
  try {
    await leaves.note(`${PROBLEM}${id} ${part}`, remark && JSON.stringify(remark));
    if (remark) said.set(part, remark);
    else said.delete(part);
    await forgetGone(strapi);
  } catch {
    // A database that does not answer shows nobody the overview, either. The next attempt notes it.
  }
}

/** Removes what instances have said that are gone. */
export async function forgetGone(strapi: Core.Strapi): Promise<void> {
  const gone = (await remarks(strapi)).filter((one) => !one.holds);
  for (const { name } of gone) await getEvidenceStore(strapi).leaves.note(name, null);
}

/** This instance ends: what it has said says nothing any more. */
export async function forgetSealing(strapi: Core.Strapi): Promise<void> {
  for (const part of [...instanceOf(strapi).said.keys()]) await noteSealing(strapi, part, null);
}

/** What kept the last attempts of any instance from success, each once. */
export async function sealingProblems(strapi: Core.Strapi): Promise<SealingProblem[]> {
  const held = (await remarks(strapi)).filter(({ holds }) => holds);
  return [...new Map(held.map(({ about, message }) => [message, { about, message }])).values()];
}

async function remarks(strapi: Core.Strapi): Promise<(Remark & { name: string; holds: boolean })[]> {
  const { seal } = getPluginOptions(strapi).jobs;
  // An attempt comes no more often than the job does.
  const since = Date.now() - HOLDS_FOR - (seal ? 2000 * seal.everySeconds : 0);
  const noted = await getEvidenceStore(strapi).leaves.noted(PROBLEM);
  return noted.map(({ name, value }) => {
    const remark = JSON.parse(value) as Remark;
    return { ...remark, name, holds: remark.at > since };
  });
}

function instanceOf(strapi: Core.Strapi): Instance {
  const known = instances.get(strapi);
  if (known) return known;
  const own: Instance = { id: randomUUID(), said: new Map() };
  instances.set(strapi, own);
  return own;
}
