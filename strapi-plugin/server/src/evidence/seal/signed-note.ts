import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  verify,
} from 'node:crypto';
import { base64Bytes } from './encoding';

/**
 * Signed notes (https://c2sp.org/signed-note), with Ed25519 keys written as Go's golang.org/x/mod/sumdb/note writes
 * them: a verifier key is `<name>+<key id>+<base64>`, a signer key `PRIVATE+KEY+<name>+<key id>+<base64>`.
 */

/** The signature type of Ed25519, before the key's 32 bytes. */
const ED25519 = 0x01;
const KEY_BYTES = 32;

/** Go's limit, over the 16 that the specification asks for. */
const MOST_SIGNATURES = 100;

/** The DER of an Ed25519 private key (RFC 8410, section 7) before the 32 bytes of its seed. */
const PRIVATE_KEY_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Who may have signed: the public half of a key. */
export interface Verifier {
  name: string;
  /** Eight hex digits. */
  keyId: string;
  /** The whole verifier key. */
  key: string;
  verify(text: string, signature: Uint8Array): boolean;
}

/** The secret half. */
export interface Signer {
  verifier: Verifier;
  sign(text: string): Uint8Array;
}

/** A signature line, its key known or not. */
export interface NoteSignature {
  name: string;
  keyId: string;
  signature: Uint8Array;
}

/** A note at least one of whose signatures is by a known key, and none by a known key is wrong. */
export interface OpenedNote {
  /** With its last newline. */
  text: string;
  verifiedBy: Verifier[];
  unknown: NoteSignature[];
}

/** The note cannot be trusted; the message says why. */
export class NoteError extends Error {
  override name = 'NoteError';
}

/** Reads a verifier key. Throws {@link NoteError} for anything else. */
export function verifierOf(key: string): Verifier {
  const [, name, keyId, encoded] = /^([^+]+)\+([0-9a-f]{8})\+(.+)$/s.exec(key) ?? [];
  const bytes = encoded === undefined ? null : base64Bytes(encoded);
  if (!name || !keyId || !bytes || !isKeyName(name)) {
    // It may be a secret one that somebody took for the other.
    throw new NoteError('not a verifier key: write <name>+<key id>+<base64>');
  }
  if (bytes[0] !== ED25519 || bytes.length !== 1 + KEY_BYTES) {
    throw new NoteError(`the verifier key of ${name} is not of type Ed25519`);
  }
  if (keyIdOf(name, bytes) !== keyId) {
    throw new NoteError(`the verifier key of ${name} does not fit its key id ${keyId}`);
  }
  const x = bytes.subarray(1).toString('base64url');
  const publicKey = createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x } });
  return {
    name,
    keyId,
    key,
    verify: (text, signature) => verify(null, Buffer.from(text), publicKey, signature),
  };
}

/** Reads a signer key. Throws {@link NoteError} for anything else; the message never shows the key. */
export function signerOf(key: string): Signer {
  const [, name, keyId, encoded] = /^PRIVATE\+KEY\+([^+]+)\+([0-9a-f]{8})\+(.+)$/s.exec(key) ?? [];
  const bytes = encoded === undefined ? null : base64Bytes(encoded);
  if (!name || !keyId || !bytes || !isKeyName(name)) {
    throw new NoteError('not a signer key: write PRIVATE+KEY+<name>+<key id>+<base64>');
  }
  if (bytes[0] !== ED25519 || bytes.length !== 1 + KEY_BYTES) {
    throw new NoteError(`the signer key of ${name} is not of type Ed25519`);
  }
  const der = Buffer.concat([PRIVATE_KEY_PREFIX, bytes.subarray(1)]);
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const publicBytes = Buffer.from(createPublicKey(privateKey).export({ format: 'jwk' }).x ?? '', 'base64url');
  const verifier = verifierOf(verifierKey(name, publicBytes));
  if (verifier.keyId !== keyId) {
    throw new NoteError(`the signer key of ${name} does not fit its key id ${keyId}`);
  }
  return { verifier, sign: (text) => sign(null, Buffer.from(text), privateKey) };
}

/** A log's origin: what a note asks of a name, and neither a scheme nor, as an option of a program has it, a dash before it. */
export const LOG_ORIGIN = /^(?!-|[a-z]+:\/\/)[^\s\u0085\p{Cs}+]{1,200}$/iu;

/** What to write for one. */
export const LOG_ORIGIN_FORM =
  'the address of the log without https://, as "www.example.com/api/consent/log", without spaces or "+"';

/** Throws {@link NoteError} where a log cannot have this origin: a key bears it, and it never changes. */
export function checkLogOrigin(origin: string): void {
  if (!LOG_ORIGIN.test(origin)) throw new NoteError(`"${origin}" cannot name a key; use ${LOG_ORIGIN_FORM}`);
}

/** A new key of the log with this origin. Throws {@link NoteError} where no log can have it. */
export function newSignerKey(name: string): string {
  checkLogOrigin(name);
  const { privateKey } = generateKeyPairSync('ed25519');
  const { d = '', x = '' } = privateKey.export({ format: 'jwk' });
  const { keyId } = verifierOf(verifierKey(name, Buffer.from(x, 'base64url')));
  const secret = Buffer.concat([Uint8Array.of(ED25519), Buffer.from(d, 'base64url')]);
  return `PRIVATE+KEY+${name}+${keyId}+${secret.toString('base64')}`;
}

/** The text with a signature of each key. Throws {@link NoteError} where the text cannot be that of a note. */
export function signNote(text: string, signers: readonly Signer[]): string {
  if (!text.endsWith('\n') || !isNoteText(text)) {
    throw new NoteError('the text of a note ends in a newline and has no other control characters');
  }
  if (signers.length === 0) throw new NoteError('a note needs at least one signature');
  const lines = signers.map(({ verifier, sign }) => {
    const bytes = Buffer.concat([Buffer.from(verifier.keyId, 'hex'), sign(text)]);
    return `— ${verifier.name} ${bytes.toString('base64')}\n`;
  });
  return `${text}\n${lines.join('')}`;
}

/**
 * Checks a note against the keys that one trusts. Signatures by others are ignored. Throws {@link NoteError} where
 * the note is malformed, where a known key's signature is wrong, and where no known key has signed.
 */
export function openNote(note: string, known: readonly Verifier[]): OpenedNote {
  const { text, signatures } = parseNote(note);
  const verifiedBy = new Map<string, Verifier>();
  const unknown: NoteSignature[] = [];
  for (const signature of signatures) {
    const verifier = known.find(({ name, keyId }) => name === signature.name && keyId === signature.keyId);
    if (!verifier) {
      unknown.push(signature);
    } else if (!verifiedBy.has(verifier.key)) {
      if (!verifier.verify(text, signature.signature)) {
        throw new NoteError(`the signature of ${signature.name} (key ${signature.keyId}) is wrong`);
      }
      verifiedBy.set(verifier.key, verifier);
    }
  }
  if (verifiedBy.size === 0) {
    const names = unknown.map(({ name, keyId }) => `${name} (key ${keyId})`).join(', ');
    throw new NoteError(`no known key has signed; signatures are by ${names}`);
  }
  return { text, verifiedBy: [...verifiedBy.values()], unknown };
}

/** Takes a note apart and trusts nothing of it. Throws {@link NoteError} for what is no note. */
export function parseNote(note: string): { text: string; signatures: NoteSignature[] } {
  const split = note.lastIndexOf('\n\n');
  if (split < 0 || !note.endsWith('\n') || !isNoteText(note)) throw new NoteError('not a signed note');
  const text = note.slice(0, split + 1);
  const lines = note
    .slice(split + 2)
    .split('\n')
    .slice(0, -1);
  if (lines.length === 0 || lines.length > MOST_SIGNATURES) {
    throw new NoteError(`a note has 1 to ${MOST_SIGNATURES} signatures, not ${lines.length}`);
  }
  return { text, signatures: lines.map(parseSignature) };
}

function parseSignature(line: string): NoteSignature {
  const [dash, name, encoded, ...rest] = line.split(' ');
  const bytes = encoded === undefined ? null : base64Bytes(encoded);
  if (dash !== '—' || !name || !isKeyName(name) || !bytes || bytes.length < 5 || rest.length > 0) {
    throw new NoteError('a signature line of the note is malformed');
  }
  return { name, keyId: bytes.subarray(0, 4).toString('hex'), signature: bytes.subarray(4) };
}

function verifierKey(name: string, publicKey: Uint8Array): string {
  const bytes = Buffer.concat([Uint8Array.of(ED25519), publicKey]);
  return `${name}+${keyIdOf(name, bytes)}+${bytes.toString('base64')}`;
}

/** SHA-256(name || newline || type || public key), the first four bytes. */
function keyIdOf(name: string, typeAndKey: Uint8Array): string {
  return createHash('sha256').update(`${name}\n`).update(typeAndKey).digest('hex').slice(0, 8);
}

/** U+0085 is a space to Unicode and not to JavaScript. */
const isKeyName = (name: string) => /^[^\s\u0085+]+$/u.test(name) && name.isWellFormed();

const isNoteText = (text: string) =>
  text.isWellFormed() && [...text].every((character) => character >= ' ' || character === '\n');
