import type { Core } from '@strapi/strapi';
import { publicPath } from '../../http/origin';
import { getPluginOptions } from '../../options';
import type { LeafStore } from '../leaf-store';
import { NoteError, newSignerKey, type Signer, signersOf } from '../seal';
import { logNumber } from './log-number';

/** Where the log's keys are given: one, or `<new> <old>` while a key is changed. */
const KEY_VARIABLE = 'CONSENT_SEAL_KEY';

/** Under which name a key that nobody gave is kept with the evidence: each log has one of its own. */
const keptKey = (log: number): string => (log === 1 ? 'key' : `key-${log}`);

export type Signers = readonly [Signer, ...Signer[]];

/**
 * The keys of the environment; null where there are none.
 *
 * @throws Error that says what is wrong with them, never the keys themselves.
 */
export function signersOfEnvironment(strapi: Core.Strapi): Signers | null {
  const variable = process.env[KEY_VARIABLE]?.trim();
  if (!variable) return null;
  try {
    return named(strapi, signersOf(variable), KEY_VARIABLE);
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
export async function signersOfLog(strapi: Core.Strapi, leaves: LeafStore): Promise<Signers | null> {
  const given = signersOfEnvironment(strapi);
  if (given) return given;
  const number = logNumber(getPluginOptions(strapi).seal.origin ?? '');
  const kept = await leaves.kept(keptKey(number), () => {
    const origin = originOf(strapi);
    return origin === null ? null : newSignerKey(origin);
  });
  return kept === null ? null : named(strapi, signersOf(kept), 'the key that is kept with the evidence');
}

/** A key bears the name of its log, which never changes. */
function named(strapi: Core.Strapi, signers: Signers, key: string): Signers {
  const { origin } = getPluginOptions(strapi).seal;
  const { name } = signers[0].verifier;
  if (origin === undefined || origin === name) return signers;
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

/** What to say at a start where nobody has given a key. */
export const NO_KEY = `consent: ${KEY_VARIABLE} is not set, so the sealed log is signed with a key that is kept in the database. Whoever can write there can sign, too: make a key with "consent new-key" and set it in the environment.`;

/** What to say where a log has no name. */
export const NO_ORIGIN =
  'consent: records wait to be sealed, because the log has no name: set url (config/server.ts) to the public address of this server, or seal.origin, or CONSENT_SEAL_KEY.';
