import type { Core } from '@strapi/strapi';
import { errors } from '../http/errors';
import { UIDS } from '../uids';

/** Each with what it is called in a refusal. */
const EVIDENCE = new Map<string, string>([
  [UIDS.record, 'Consent records'],
  [UIDS.snapshot, 'Consent snapshots'],
]);

const READING = new Set(['findOne', 'findMany', 'findFirst', 'count']);

const refusal = (name: string | undefined) =>
  new errors.ForbiddenError(`${name} are evidence: they cannot be created, changed or deleted by hand.`);

/**
 * Closes every path of Strapi's that could write a record (F2) or change the snapshot that it refers to (G2): the
 * document service, which the admin and all plugins use, and the lifecycles below it. The batch writer, the purge and
 * an erasure speak to the table itself; snapshots are created below the document service.
 */
export function protectEvidence(strapi: Core.Strapi): void {
  strapi.documents.use((context, next) => {
    const name = EVIDENCE.get(context.uid);
    if (name && !READING.has(context.action)) throw refusal(name);
    return next();
  });
  const refuse = ({ model }: { model: { uid: string } }) => {
    throw refusal(EVIDENCE.get(model.uid));
  };
  strapi.db.lifecycles.subscribe({
    models: [...EVIDENCE.keys()],
    beforeUpdate: refuse,
    beforeUpdateMany: refuse,
    beforeDelete: refuse,
    beforeDeleteMany: refuse,
  });
}
