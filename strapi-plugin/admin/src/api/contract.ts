/** What the plugin's routes for the admin answer, in the server's own words. */
export type { ConsentOverview } from '../../../server/src/overview/overview';
export type { ConsentWarning } from '../../../server/src/overview/warnings';
export type { Evidence } from '../../../server/src/records/evidence';
export type { RecordPage } from '../../../server/src/records/history';
export type { ConsentRecord } from '../../../server/src/records/record-view';
