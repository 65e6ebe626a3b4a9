import type { Core } from '@strapi/strapi';
import { contentHash } from '../content/hash';
import { alone } from '../database/lock';
import { retryingConflicts } from '../database/write-conflicts';
import { errors } from '../http/errors';
import { type Difference, differencesOf, pairsOf } from './differences';
import { readFile } from './format';
import { applyPairs } from './import-writes';
import type { Scope } from './kinds';
import { readConfiguration } from './stored-configuration';

/** What an import would do, and to what: applied later, it must still be the same. */
export interface ImportPreview {
  /** Names the configuration that the differences were found against. */
  basis: string;
  differences: Difference[];
}

/**
 * Compares a file with what is here; nothing is written.
 *
 * @throws {errors.ValidationError} that names the path of each wrong value.
 */
export async function previewImport(
  strapi: Core.Strapi,
  file: unknown,
  scope: Scope = {},
): Promise<ImportPreview> {
  const wanted = await readFile(strapi, file, scope);
  const current = await readConfiguration(strapi, scope);
  return { basis: contentHash(current), differences: differencesOf(pairsOf(current, wanted)) };
}

/**
 * Makes this configuration what the file says, all of it or nothing.
 *
 * @throws {errors.ValidationError} that names the path of each wrong value.
 * @throws {errors.ApplicationError} where something was edited since the preview.
 */
export async function importConfiguration(
  strapi: Core.Strapi,
  file: unknown,
  basis: string,
  scope: Scope = {},
): Promise<Difference[]> {
  const wanted = await readFile(strapi, file, scope);
  const write = async () => {
    const current = await readConfiguration(strapi, scope);
    if (contentHash(current) !== basis) {
      throw new errors.ApplicationError('Something was edited meanwhile; look at the differences again.');
    }
    const pairs = pairsOf(current, wanted);
    await applyPairs(strapi, pairs);
    return differencesOf(pairs);
  };
  // Before it is compared: what an editor is saving at that moment would otherwise be found too late, and overwritten.
  return retryingConflicts(() => alone(strapi, write));
}
