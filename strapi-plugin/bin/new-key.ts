import { newSignerKey, signerOf } from '../server/src/evidence/seal/signed-note';

/** Prints a new key for a log: the secret half for the environment, the public one to make known. */
export async function newKey(
  [origin = '', ...rest]: string[],
  print: (line: string) => void,
): Promise<number> {
  if (rest.length > 0) throw new Error('new-key takes one argument, the origin of the log');
  const key = newSignerKey(origin);
  print(`CONSENT_SEAL_KEY="${key}"`);
  print('');
  print('Keep that secret, in the environment of the server. The key to make known is');
  print(signerOf(key).verifier.key);
  return 0;
}
