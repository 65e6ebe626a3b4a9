/**
 * The sealed log: what makes evidence tamper-evident. Pure but for `TileStore`s and time stamps; no Strapi, no database.
 * `docs/sealed-log.md` says what is hashed.
 */
export { BundleError, type BundleParty, ChangedEvidenceError, namedIn } from './bundle/format';
export type { Reconstruction } from './bundle/page';
export { type BundleSource, type BundleSourceDocument, writeBundle } from './bundle/writer';
export { unverifiedCheckpoint } from './checkpoint';
export { wellFormed } from './encoding';
export { formerKeysOf, KEYS_PATH, signersOf } from './log-keys';
export { holdsEntry, logEntries, MissingTileError, proofOfEntry, treeReader } from './log-reader';
export { consistencyProof } from './merkle';
export {
  canonicalBytes,
  commitmentOf,
  entryOf,
  type JsonObject,
  logEntry,
  newSalt,
  type SealedItem,
  type SealedKind,
  sealedContent,
} from './sealed-item';
export {
  appendToLog,
  checkSealed,
  dailyCheckpointPath,
  openLog,
  type SealedLog,
  SealedLogError,
  type SignedHead,
  signedLog,
} from './sealed-log';
export { LOG_ORIGIN, LOG_ORIGIN_FORM, NoteError, newSignerKey, type Signer } from './signed-note';
export { directoryTileStore, type TileStore } from './tile-store';
export { CHECKPOINT_PATH, tileOfPath } from './tiles';
export { requestTimestamp, TimestampError, timestampPath } from './timestamp';
