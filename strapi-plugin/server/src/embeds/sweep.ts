import type { Core } from '@strapi/strapi';
import { contentHash } from '../content/hash';
import type { AddressIndex, SweepState } from './address-index';
import { type Reading, readBehind, readDocuments } from './reading';
import { richTextTypes } from './rich-text';

/** Entries that are read at once: what they hold is in memory together. */
const BATCH = 20;

/** How often what has changed meanwhile is read again at once; a document that is written to all the time waits for its queue. */
const TIMES = 3;

/** What a sweep would read: it is begun anew where types or fields have changed. */
export const shapeOf = (strapi: Core.Strapi, own: readonly string[]): string =>
  contentHash([[...richTextTypes(strapi)], [...own].sort()]);

export interface SweepInput {
  strapi: Core.Strapi;
  index: AddressIndex;
  own: readonly string[];
}

/** A sweep that begins now, with the first entry of the first type. */
export const beginning = (before: SweepState | null, shape: string): SweepState => ({
  sweep: (before?.sweep ?? 0) + 1,
  shape,
  uid: '',
  lastId: 0,
  entries: 0,
  begunAt: Date.now(),
  endedAt: null,
});

/**
 * Reads the next entries of a sweep that goes on. Where the process ends, the next one goes on behind the last that were kept.
 *
 * @returns how far it is then.
 */
export async function sweepOn(input: SweepInput, state: SweepState): Promise<SweepState> {
  const { strapi, index, own } = input;
  const [type] = [...richTextTypes(strapi)].filter(([uid]) => uid >= state.uid);
  if (!type) return finish(index, state);
  const [uid, richText] = type;
  const lastId = uid === state.uid ? state.lastId : 0;
  const reading = await readBehind(strapi, { uid, richText, own }, lastId, BATCH);
  const read = reading.entries.length;
  const next: SweepState = {
    ...state,
    // Behind every name that begins like this one, and before the next: a blank sorts before all that names have in them.
    uid: read < BATCH ? `${uid} ` : uid,
    lastId: read < BATCH ? 0 : (reading.lastId ?? 0),
    entries: state.entries + read,
  };
  await index.swept(reading.entries, next);
  await followChanges(input, uid, reading);
  return next;
}

/** What the sweep has not seen is gone: deleted past Strapi, taken back, or of a type that there is no more. */
async function finish(index: AddressIndex, state: SweepState): Promise<SweepState> {
  await index.forgetBefore(state.sweep);
  const ended = { ...state, endedAt: Date.now() };
  await index.write(ended);
  return ended;
}

/** Reads what documents say now, whatever they said before. */
export async function readAgain(
  input: SweepInput,
  uid: string,
  documentIds: readonly string[],
): Promise<void> {
  await readUntilSettled(input, uid, documentIds, TIMES);
}

/** What was written between reading and keeping would be kept as it was before: nobody else would look again. */
async function followChanges(input: SweepInput, uid: string, reading: Reading): Promise<void> {
  await readUntilSettled(input, uid, await reading.changedSince(), TIMES);
}

async function readUntilSettled(
  { strapi, index, own }: SweepInput,
  uid: string,
  documentIds: readonly string[],
  times: number,
): Promise<void> {
  const richText = richTextTypes(strapi).get(uid);
  let changed = documentIds;
  for (let time = 0; richText && changed.length > 0 && time < times; time += 1) {
    const reading = await readDocuments(strapi, { uid, richText, own }, changed);
    await index.replace(uid, changed, reading.entries);
    changed = await reading.changedSince();
  }
}
