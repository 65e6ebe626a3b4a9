import type { ExportSource } from '../exports/admin-controller';
import { AUDIT_UID } from '../uids';
import { trailFilterSchema } from './admin-controller';
import { trailAsCsv } from './export';

/** The trail as the server exports it. */
export const trailExports: ExportSource<typeof trailFilterSchema> = {
  path: '/audit/exports',
  uid: AUDIT_UID,
  order: trailFilterSchema,
  act: (asked) => ({
    action: 'export',
    subject: { uid: AUDIT_UID, id: null, title: null, locale: null },
    changes: Object.entries(asked).map(([path, after]) => ({ path, before: null, after })),
  }),
  file: (strapi, filter) => ({
    name: 'consent-audit-trail',
    ending: 'csv',
    mediaType: 'text/csv; charset=utf-8',
    content: (onWritten) => trailAsCsv(strapi, filter, onWritten),
  }),
};
