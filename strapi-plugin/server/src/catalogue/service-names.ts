import type { Core } from '@strapi/strapi';
import { alone } from '../database/lock';
import { inParts, rows } from '../database/statements';
import type { Transaction } from '../database/table';
import type { SnapshotContent } from '../evidence/store';
import { errors } from '../http/errors';
import { SERVICE_NAMES, type ServiceNameRow } from './tables';

/**
 * The names by which visitors were asked about single services, each with the id of the tracker that it meant. Their cookies have what
 * they decided under these names, and refusals never expire: so a name goes on meaning the same tracker, and the tracker keeps it.
 */
export type ServiceNames = ReadonlyMap<string, string>;

/** A tracker as visitors are served it, or as it is about to be. */
export interface NamedService {
  id: string;
  key?: string | null | undefined;
}

/** Reads which names visitors may have decided under, the first one first; inside a transaction, as that sees them. */
export const readServiceNames = async (strapi: Core.Strapi): Promise<ServiceNames> =>
  strapi.db.transaction(({ trx }) => namesIn(trx));

async function namesIn(trx: Transaction): Promise<ServiceNames> {
  const query = trx(SERVICE_NAMES).select(['name', 'tracker']).orderBy(['noted_at', 'name']);
  return new Map((await rows<ServiceNameRow>(query)).map(({ name, tracker }) => [name, tracker]));
}

/** Before a config is served: from then on visitors may decide under the names in it. */
export async function noteServiceNames(
  strapi: Core.Strapi,
  { granularity, trackers }: Pick<SnapshotContent, 'granularity' | 'trackers'>,
): Promise<void> {
  if (granularity !== 'service') return;
  const known = await readServiceNames(strapi);
  const unknown = trackers.flatMap(({ id, key }) =>
    key === undefined || known.has(key) ? [] : [{ name: key, tracker: id, noted_at: Date.now() }],
  );
  if (unknown.length === 0) return;
  await alone(strapi, async (trx) => {
    for (const part of inParts<ServiceNameRow>(unknown)) {
      // What a name meant first it means for good.
      await trx(SERVICE_NAMES).insert(part).onConflict('name').ignore();
    }
  });
}

/** What visitors know a service by: those that its owner has given no key know it by its id. */
const nameOf = ({ id, key }: NamedService): string => key ?? id;

/** By which names visitors know a tracker, the first one first. */
const namesOf = (names: ServiceNames, service: NamedService): string[] =>
  [...names].filter(([, id]) => id === service.id).map(([name]) => name);

/**
 * By which name visitors are to know a tracker. What was written past the refusals below, as a transfer writes, changes no name
 * that they know, and gives none of them to another service.
 *
 * @param isAsked whether visitors decide on single services
 * @returns undefined where they decide on its category alone.
 */
export function servedName(names: ServiceNames, service: NamedService, isAsked: boolean): string | undefined {
  const name = nameOf(service);
  const [known] = namesOf(names, service);
  if (known !== undefined) return names.get(name) === service.id ? name : known;
  if (names.has(name)) return service.id;
  return isAsked ? name : (service.key ?? undefined);
}

/**
 * Why a tracker cannot be called this: visitors know it by another name, or know another one by this. Null where it can.
 */
export function whyNotName(names: ServiceNames, service: NamedService): string | null {
  const name = nameOf(service);
  const known = namesOf(names, service);
  if (known.length > 0 && !known.includes(name)) return keptName(service.id, known[0]!);
  const owner = names.get(name);
  if (owner === undefined || owner === service.id) return null;
  return (
    `The key "${name}" was that of another service, and visitors' cookies hold what they decided on that one under it. ` +
    'Choose another key.'
  );
}

const keptName = (id: string, known: string): string =>
  `Visitors who decided on this service hold that in their cookies under "${known}": under another key their refusals would be lost. ` +
  (known === id
    ? 'Leave the key empty; what visitors read is its name.'
    : `Leave the key as "${known}" and change its name, which is what visitors read. What is another service is another tracker.`);

/** @throws {errors.ApplicationError} where a tracker that is about to be published has lost the name that visitors know. */
export async function refuseLostNames(strapi: Core.Strapi, services: readonly NamedService[]): Promise<void> {
  const names = await readServiceNames(strapi);
  for (const service of services) {
    const reason = whyNotName(names, service);
    if (reason) throw new errors.ApplicationError(reason, { trackers: [service.id] });
  }
}
