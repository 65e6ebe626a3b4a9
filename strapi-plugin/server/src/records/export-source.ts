import type { Core } from '@strapi/strapi';
import type { ConsentRecord } from '../evidence/record';
import type { RecordFilter } from '../evidence/store';
import type { ExportSource } from '../exports/admin-controller';
import { RECORD_UID } from '../uids';
import { exportAct, exportSchema, filterOf } from './admin-controller';
import { EXPORT_FORMATS, EXPORT_TYPES } from './export';
import { everyRecord } from './history';

/** Records as the server exports them. */
export const recordExports: ExportSource<typeof exportSchema> = {
  path: '/records/exports',
  uid: RECORD_UID,
  order: exportSchema,
  act: exportAct,
  file: (strapi, { format, ...filter }) => ({
    name: 'consent-records',
    ending: format,
    mediaType: EXPORT_TYPES[format],
    content: (onWritten) => EXPORT_FORMATS[format](counted(strapi, filterOf(filter), onWritten)),
  }),
};

async function* counted(
  strapi: Core.Strapi,
  filter: RecordFilter,
  onWritten: () => void,
): AsyncGenerator<ConsentRecord> {
  for await (const record of everyRecord(strapi, filter)) {
    onWritten();
    yield record;
  }
}
