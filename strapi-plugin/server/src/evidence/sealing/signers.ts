import type { Core } from '@strapi/strapi';
import { publicPath } from '../../http/origin';
import { getPluginOptions } from '../../options';
import type { LeafStore } from '../leaf-store';
import { formerKeysOf, NoteError, newSignerKey, type SealedLog, signersOf } from '../seal';
import { logNumber } from './log-number';

/** Where the log's keys are given: one, or `<new> <old>` while a key is changed, of which the old one may be public. */
const KEY_VARIABLE = 'CONSENT_SEAL_KEY';

/** Under which name a key that nobody gave is kept with the evidence: each log has one of its own. */
const keptKey = (log: number): string => (log === 1 ? 'key' : `key-${log}`);

/** The keys that sign, and former ones that the owner answers for. */
export type SigningKeys = Pick<SealedLog, 'signers' | 'formerKeys'>;

/**
 * The keys of the environment; null where there are none.
 *
 * @throws Error that says what is wrong with them, never the keys themselves.
 */
export function keysOfEnvironment(strapi: Core.Strapi): SigningKeys | null {
  const variable = process.env[KEY_VARIABLE]?.trim();
  if (!variable) return null;
  try {
    const keys = { signers: signersOf(variable), formerKeys: formerKeysOf(variable) };
    return named(strapi, keys, KEY_VARIABLE);
  } catch (error) {
    if (!(error instanceof NoteError)) throw error;
    throw new Error(`consent: ${KEY_VARIABLE} is wrong: ${error.message}; "consent new-key" makes one`);
  }
}

/**
 * The keys that the log is signed with: those of the environment, else one that the evidence keeps, the same for all
 * instances; it is made where there is none yet.
 *
 * @returns null where the log has no name yet, and so no key can be made.
 * @throws Error where the log has another name than `seal.origin` says.
 */
export async function keysOfLog(strapi: Core.Strapi, leaves: LeafStore): Promise<SigningKeys | null> {
  const given = keysOfEnvironment(strapi);
  if (given) return given;
  const number = logNumber(getPluginOptions(strapi).seal.origin ?? '');
  const kept = await leaves.kept(keptKey(number), () => {
    const origin = originOf(strapi);
    return origin === null ? null : newSignerKey(origin);
  });
  if (kept === null) return null;
  return named(strapi, { signers: signersOf(kept) }, 'the key that is kept with the evidence');
}

/** A key bears the name of its log, which never changes. */
function named(strapi: Core.Strapi, keys: SigningKeys, key: string): SigningKeys {
  const { origin } = getPluginOptions(strapi).seal;
  const { name } = keys.signers[0].verifier;
  if (origin === undefined || origin === name) return keys;
  throw new Error(
    `consent: seal.origin is "${origin}", but ${key} is of the log "${name}"; write seal.origin: "${name}", or leave it out`,
  );
}

/**
 * The log's address without a scheme: that of the option, else below the server's public address. In production a server
 * that does not know its own address has none: what is signed under `localhost` would say so for ever.
 */
function originOf(strapi: Core.Strapi): string | null {
  const { origin } = getPluginOptions(strapi).seal;
  if (origin) return origin;
  const own = strapi.config.get('server.url', '') as string;
  const local = strapi.config.get('server.absoluteUrl', '') as string;
  const inProduction = strapi.config.get('environment') === 'production';
  const address = /^https?:/.test(own) || inProduction ? own : local;
  if (!URL.canParse(address)) return null;
  const { host, pathname } = new URL(address);
  return `${host}${pathname.replace(/\/$/, '')}${publicPath(strapi)}/log`;
}

/** What to say at a start of a log that was begun under a name that none can be given any more; it goes on, as names never change. */
export const MISNAMED = `consent: the key in ${KEY_VARIABLE} names its log by more than an address, such as "https://…". The log goes on; one with a better name would be a new one (docs/sealed-log.md, "Files of the log").`;

/** What to say at a start where nobody has given a key. */
export const NO_KEY = `consent: ${KEY_VARIABLE} is not set, so the sealed log is signed with a key that is kept in the database. Whoever can write there can sign, too: make a key with "consent new-key" and set it in the environment (docs/sealed-log.md, "Keys").`;

/** What to say where a log has no name. */
export const NO_ORIGIN =
  'consent: records wait to be sealed, because the log has no name: set url (config/server.ts) to the public address of this server, or seal.origin, or CONSENT_SEAL_KEY.';
