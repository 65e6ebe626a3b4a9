import type { Core } from '@strapi/strapi';
import { errors } from '../http/errors';
import { RECORD_UID } from './uids';

const READING = new Set(['findOne', 'findMany', 'findFirst', 'count']);

const refusal = () =>
  new errors.ForbiddenError(
    'Consent records are evidence: they cannot be created, changed or deleted by hand.',
  );

/**
 * Closes every path of Strapi's that could write a record (F2): the document service, which the admin and all
 * plugins use, and the lifecycles below it. The batch writer, the purge and an erasure speak to the table itself.
 */
export function protectRecords(strapi: Core.Strapi): void {
  strapi.documents.use((context, next) => {
    if (context.uid === RECORD_UID && !READING.has(context.action)) throw refusal();
    return next();
  });
  const refuse = () => {
    throw refusal();
  };
  strapi.db.lifecycles.subscribe({
    models: [RECORD_UID],
    beforeUpdate: refuse,
    beforeUpdateMany: refuse,
    beforeDelete: refuse,
    beforeDeleteMany: refuse,
  });
}

/**
 * Strapi lets roles read hidden types too, through the content manager's API. Who may see records is this plugin's own
 * permission.
 */
export function keepFromContentManager(strapi: Core.Strapi): void {
  const { actionProvider } = strapi.service('admin::permission') as {
    actionProvider: { get(id: string): { subjects?: string[] } | undefined };
  };
  const read = actionProvider.get('plugin::content-manager.explorer.read');
  if (read?.subjects) read.subjects = read.subjects.filter((uid) => uid !== RECORD_UID);
}
