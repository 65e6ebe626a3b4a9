import type { Core } from '@strapi/strapi';
import { getEvidenceStore } from '../evidence';
import type { Leaf, SealableItem } from '../evidence/leaf-store';
import type { ConsentRecord } from '../evidence/record';
import {
  BundleError,
  type BundleSource,
  CHECKPOINT_PATH,
  ChangedEvidenceError,
  commitmentOf,
  dailyCheckpointPath,
  KEYS_PATH,
  proofOfEntry,
  requestTimestamp,
  type SealedItem,
  type TileStore,
  timestampPath,
  writeBundle,
} from '../evidence/seal';
import { missingAmong } from '../evidence/sealing/missing';
import { getSealingService } from '../evidence/sealing/service';
import { getPluginOptions } from '../options';
import { bundleDocuments } from './bundle-documents';
import { bundleParties } from './bundle-parties';
import { everyRecord } from './history';
import { monthsInForce } from './retention-state';

/**
 * Whose evidence is wanted: all that belongs to a record, to a consent id, or to an account (`linked` mode); with the timeline of
 * each consent id.
 */
export type BundleSubject = { record: string } | { consentId: string } | { account: string };

/** There can be no bundle, and the message says why. */
export class BundleRefusal extends Error {
  override name = 'BundleRefusal';
}

/** The most records of one bundle: it is made in memory. */
const MOST = 10_000;

/**
 * Everything that shows what somebody consented to, as one ZIP that stands alone (docs/sealed-log.md). What is not sealed
 * yet is sealed first.
 *
 * @returns null where there are no records of the subject.
 * @throws {BundleRefusal} where a record is not what was sealed or is missing, a document is not what its hash says or is of no use,
 *   sealing is off, or the records are too many.
 */
export async function bundleOf(strapi: Core.Strapi, subject: BundleSubject): Promise<Uint8Array | null> {
  try {
    return await madeOf(strapi, subject);
  } catch (error) {
    if (error instanceof ChangedEvidenceError) throw new BundleRefusal(`${error.message}: ${CHANGED}`);
    if (error instanceof BundleError) throw new BundleRefusal(`There can be no bundle: ${error.message}.`);
    throw error;
  }
}

async function madeOf(strapi: Core.Strapi, subject: BundleSubject): Promise<Uint8Array | null> {
  const records = await recordsOf(strapi, subject);
  if (records.length === 0) {
    const { leaves } = getEvidenceStore(strapi);
    if ('record' in subject) await refuseMissing(strapi, await leaves.ofItems([subject.record]));
    return null;
  }
  const wanted = [
    ...records.map(({ id }) => ({ id, kind: 'record' as const })),
    ...(await erasuresOf(strapi, records, subject)),
  ];
  const { leaves, signed, log } = await getSealingService(strapi)
    .sealNow(wanted)
    .catch((error: Error) => {
      throw new BundleRefusal(`The records cannot be sealed: ${error.message}.`);
    });
  const files = readOnce(log.store);
  const keys = Buffer.from((await files.read(KEYS_PATH)) ?? []).toString();
  const { checkpoint, head } = signed;
  const items = await Promise.all(
    (await sealedItems(strapi, wanted, leaves)).map(async ({ index, item }) => ({
      index,
      item,
      proof: await proofOfEntry(files, checkpoint, index),
    })),
  );
  const timestamp = await timestampOf(strapi, files, checkpoint);
  const months = await monthsInForce(strapi, new Date());
  const source: BundleSource = {
    created: new Date(),
    subject,
    parties: await bundleParties(strapi, head.origin),
    retention: {
      retention_period: `P${months}M`,
      rule: `A record is deleted ${months} months after it was stored; under a legal hold it stays until the hold is lifted.`,
    },
    items,
    ...(await bundleDocuments(strapi, records)),
    quarantined: await quarantinedOf(strapi, records),
    checkpoint,
    keys,
    ...(timestamp ? { timestamp } : {}),
  };
  return writeBundle(source, log.signers);
}

async function recordsOf(strapi: Core.Strapi, subject: BundleSubject): Promise<ConsentRecord[]> {
  const store = getEvidenceStore(strapi);
  const found = new Map<string, ConsentRecord>();
  const add = (record: ConsentRecord) => {
    found.set(record.id, record);
    if (found.size > MOST)
      throw new BundleRefusal(`There are more than ${MOST} records; export them instead.`);
  };
  if ('account' in subject) {
    for await (const record of everyRecord(strapi, { user: subject.account, quarantined: 'too' }))
      add(record);
    // What was decided while nobody was signed in ends consents of the account all the same. What another account decided in the
    // same browser is that one's (GDPR 15(4)).
    const addOwn = (record: ConsentRecord) => {
      if (record.user === null || record.user === subject.account) add(record);
    };
    for (const id of new Set([...found.values()].map(({ consentId }) => consentId))) {
      for await (const one of everyRecord(strapi, { consentId: id, quarantined: 'too' })) addOwn(one);
      for (const one of await store.timeline(id)) addOwn(one);
    }
    return [...found.values()];
  }
  const record = 'record' in subject ? await store.byId(subject.record) : null;
  const consentId = 'consentId' in subject ? subject.consentId : record?.consentId;
  if (consentId === undefined) return [];
  for await (const one of everyRecord(strapi, { consentId, quarantined: 'too' })) add(one);
  // What it replaced, and what ended it.
  for (const one of await store.timeline(consentId)) add(one);
  return [...found.values()];
}

/** What is set apart is in a bundle, and marked. */
async function quarantinedOf(
  strapi: Core.Strapi,
  records: readonly ConsentRecord[],
): Promise<NonNullable<BundleSource['quarantined']>> {
  if (!records.some(({ quarantine }) => quarantine)) return [];
  const active = await getEvidenceStore(strapi).quarantines.active();
  return records.flatMap(({ id, quarantine }) => {
    const by = active.find((one) => one.id === quarantine);
    return by ? [{ record: id, since: by.at.toISOString(), reason: by.reason }] : [];
  });
}

/** That others under the same consent ids, or of the same account, were erased belongs to the evidence. */
async function erasuresOf(
  strapi: Core.Strapi,
  records: readonly ConsentRecord[],
  subject: BundleSubject,
): Promise<SealableItem[]> {
  const { log } = getEvidenceStore(strapi);
  const ids = new Set(
    records.flatMap(({ consentId, replaces }) => [consentId, ...(replaces ? [replaces] : [])]),
  );
  if ('account' in subject) ids.add(subject.account);
  const entries = await Promise.all([...ids].map((id) => log.about(id)));
  return entries.flat().map(({ id, kind }) => ({ id, kind }));
}

/** The items as they were sealed: what is stored, under the salt of the leaf. */
async function sealedItems(
  strapi: Core.Strapi,
  wanted: readonly SealableItem[],
  leaves: readonly Leaf[],
): Promise<{ index: number; item: SealedItem }[]> {
  const contents = await getEvidenceStore(strapi).leaves.contents(wanted);
  await refuseMissing(
    strapi,
    leaves.filter(({ itemId }) => itemId !== null && !contents.has(itemId)),
  );
  return leaves.flatMap(({ index, kind, itemId, salt, commitment }) => {
    const content = itemId === null ? undefined : contents.get(itemId);
    // Erased a moment ago.
    if (!content || salt === null) return [];
    const item = { kind, salt, content };
    if (Buffer.compare(commitmentOf(item), commitment) === 0) return [{ index, item }];
    throw new BundleRefusal(
      `The ${kind} ${itemId} is not what was sealed as entry ${index} of the log: ${CHANGED}`,
    );
  });
}

/** What to do about evidence that is not what was sealed. */
const CHANGED = 'somebody has changed it in the database. Restore it from a back-up, then make the bundle.';

/** Of a consent id or an account nothing says that a record is missing: a leaf names neither. */
async function refuseMissing(strapi: Core.Strapi, gone: readonly Leaf[]): Promise<void> {
  const [missing] = await missingAmong(getEvidenceStore(strapi), gone);
  if (!missing) return;
  throw new BundleRefusal(
    `The ${missing.kind} ${missing.itemId} was sealed as entry ${missing.index} of the log, and is not there any more though nobody erased it: somebody has removed it from the database. Restore it from a back-up, then make the bundle.`,
  );
}

/** That of the day where it is of this very state, else a new one. A bundle without it is one all the same. */
async function timestampOf(
  strapi: Core.Strapi,
  files: TileStore,
  checkpoint: string,
): Promise<Uint8Array | null> {
  const { tsa } = getPluginOptions(strapi).seal;
  const daily = dailyCheckpointPath(new Date());
  const same = Buffer.from((await files.read(daily)) ?? []).toString() === checkpoint;
  const kept = same ? await files.read(timestampPath(daily)) : null;
  if (kept || !tsa) return kept;
  return requestTimestamp(tsa, Buffer.from(checkpoint)).catch((error: Error) => {
    strapi.log.warn(`consent: the bundle has no time stamp: ${error.message}`);
    return null;
  });
}

/** Proofs share most of their tiles. */
function readOnce(files: TileStore): TileStore {
  const kept = new Map<string, ReturnType<TileStore['read']>>();
  return {
    ...files,
    read(path) {
      const bytes = kept.get(path) ?? files.read(path);
      if (path !== CHECKPOINT_PATH) kept.set(path, bytes);
      return bytes;
    },
  };
}
