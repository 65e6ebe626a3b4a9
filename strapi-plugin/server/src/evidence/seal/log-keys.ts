import { decimalCount } from './encoding';
import {
  NoteError,
  openNote,
  parseNote,
  type Signer,
  signerOf,
  signNote,
  type Verifier,
  verifierOf,
} from './signed-note';

/** A key that signs a log's checkpoints, or did. */
export interface LogKey {
  verifier: Verifier;
  /** ISO 8601, UTC. */
  since: string;
  /** When it was retired, and the size of the last checkpoint that it may have signed. */
  retired: { at: string; size: number } | null;
}

/** Where a log's list of keys is, beside its checkpoint. */
export const KEYS_PATH = 'keys';

const LIST_TYPE = 'permesso/log-keys/v1';

/**
 * The signer keys of an environment variable: one, or several with spaces or commas between them. The first is the
 * log's own; the others sign with it, as the old key does while a new one is made known. Throws {@link NoteError}.
 */
export function signersOf(variable: string): [Signer, ...Signer[]] {
  const [first, ...others] = keysIn(variable)
    .filter((key, at) => at === 0 || isSecret(key))
    .map(signerOf);
  if (!first) throw new NoteError('there is no signer key: write PRIVATE+KEY+<name>+<key id>+<base64>');
  checkNames(
    first,
    others.map(({ verifier }) => verifier),
  );
  return [first, ...others];
}

/**
 * The verifier keys that stand behind the first signer key of that variable: the log's former keys, which its owner answers
 * for and which sign no more. Throws {@link NoteError}.
 */
export function formerKeysOf(variable: string): Verifier[] {
  const former = keysIn(variable)
    .slice(1)
    .filter((key) => !isSecret(key))
    .map(verifierOf);
  checkNames(signersOf(variable)[0], former);
  return former;
}

const keysIn = (variable: string): string[] => variable.split(/[\s,]+/).filter(Boolean);

const isSecret = (key: string): boolean => key.startsWith('PRIVATE+KEY+');

function checkNames({ verifier: { name } }: Signer, others: readonly Verifier[]): void {
  const stranger = others.find((other) => other.name !== name);
  if (!stranger) return;
  throw new NoteError(
    `the keys of one log have one name: ${stranger.name} is not ${name}; ` +
      'make the new key with the name of the old one',
  );
}

/**
 * The keys after those that sign now are known: new ones are added, and those that sign no more retire at the log's
 * present size. Throws {@link NoteError} where a retired key signs again: what it signs would not count; and where a key has
 * come after those that sign, as another instance has it already: that one is not retired by its predecessor.
 */
export function keysInForce(
  keys: readonly LogKey[],
  signers: readonly Signer[],
  { at, size }: { at: string; size: number },
): LogKey[] {
  const signs = (key: string) => signers.some(({ verifier }) => verifier.key === key);
  const signing = keys.filter(({ verifier }) => signs(verifier.key));
  const last = keys.findLastIndex(({ verifier, retired }) => !retired && signs(verifier.key));
  const next = last === -1 ? undefined : keys.slice(last + 1).find(({ retired }) => !retired);
  if (next && signing.length === signers.length) {
    throw new NoteError(
      `the key ${next.verifier.keyId} of ${next.verifier.name} is in force since ${next.since} and is not given here; ` +
        'set CONSENT_SEAL_KEY as the other instances have it',
    );
  }
  const known = keys.map(({ verifier, since, retired }): LogKey => {
    if (retired && signs(verifier.key)) {
      throw new NoteError(
        `the key ${verifier.keyId} of ${verifier.name} was retired at ${retired.at}; make a new one`,
      );
    }
    return { verifier, since, retired: retired ?? (signs(verifier.key) ? null : { at, size }) };
  });
  const added = signers
    .filter(({ verifier }) => !keys.some((key) => key.verifier.key === verifier.key))
    .map(({ verifier }): LogKey => ({ verifier, since: at, retired: null }));
  return [...known, ...added];
}

/** The keys that may have signed a checkpoint of this size. */
export function keysForSize(keys: readonly LogKey[], size: number): Verifier[] {
  return keys.filter(({ retired }) => !retired || size <= retired.size).map(({ verifier }) => verifier);
}

/** The list as a note, signed by the keys that sign now. */
export function signKeyList(keys: readonly LogKey[], signers: readonly Signer[]): string {
  return signNote(keyListText(keys), signers);
}

/** The list without its signatures. */
export function keyListText(keys: readonly LogKey[]): string {
  const lines = keys.map(({ verifier, since, retired }) =>
    retired ? `${verifier.key} ${since} ${retired.at} ${retired.size}` : `${verifier.key} ${since}`,
  );
  return `${LIST_TYPE}\n${lines.map((line) => `${line}\n`).join('')}`;
}

/** A list that a trusted key answers for. Throws {@link NoteError} where none does. */
export function openKeyList(note: string, trusted: readonly Verifier[]): LogKey[] {
  return parseKeyList(openNote(note, trusted).text);
}

/** A list that at least one of its own keys has signed: of one's own log, or to be compared with a key from elsewhere. */
export function selfSignedKeyList(note: string): LogKey[] {
  const keys = parseKeyList(parseNote(note).text);
  openNote(
    note,
    keys.map(({ verifier }) => verifier),
  );
  return keys;
}

function parseKeyList(text: string): LogKey[] {
  const [type, ...lines] = text.slice(0, -1).split('\n');
  if (type !== LIST_TYPE || lines.length === 0)
    throw new NoteError(`not a list of keys: its first line is not ${LIST_TYPE}`);
  return lines.map((line) => {
    const [key = '', since = '', at, size, ...rest] = line.split(' ');
    const count = size === undefined ? null : decimalCount(size);
    const half = (at === undefined) !== (count === null);
    if (half || rest.length > 0 || ![since, at ?? since].every(isMoment)) {
      throw new NoteError('not a list of keys: a line is not <key> <since> [<retired> <size>]');
    }
    return {
      verifier: verifierOf(key),
      since,
      retired: at !== undefined && count !== null ? { at, size: count } : null,
    };
  });
}

const isMoment = (text: string) =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text) && !Number.isNaN(Date.parse(text));
