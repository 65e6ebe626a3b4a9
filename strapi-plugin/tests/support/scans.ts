import { createDocumentId } from '../../server/src/database/document-id';
import { UIDS } from '../../server/src/uids';
import type { App } from './app';

const SCOPE = 'plugin::consent.scans.create';

/** An API token of its own scope; by default that of a scanner. */
export async function apiToken({ strapi }: App, name: string, permissions = [SCOPE]): Promise<string> {
  const { accessKey } = await strapi
    .service('admin::api-token')
    .create({ name, description: '', type: 'custom', lifespan: null, permissions });
  return accessKey;
}

/** Sends a report, as a scanner elsewhere does. */
export const sendReport = (app: App, token: string | null, report: unknown) => {
  const request = app.http.post('/api/consent/scans');
  if (token) request.set('Authorization', `Bearer ${token}`);
  return request.send(report as object);
};

export async function forgetScans({ strapi }: App): Promise<void> {
  for (const uid of [UIDS.scanRun, UIDS.scanFinding]) await strapi.db.query(uid).deleteMany({ where: {} });
}

/** A row of a serious finding that nobody has settled. */
export const openFinding = () => ({
  documentId: createDocumentId(),
  findingId: 'a1b2c3d4e5f60718',
  site: 'https://shop.example',
  state: 'open',
  severity: 'serious',
  gravity: 0,
  rule: 'P1',
  message: 'A tracker ran before the choice',
  reported: {},
  models: {},
  change: 'new',
  declared: true,
  lastRun: 'run',
  firstSeenAt: new Date(),
  lastSeenAt: new Date(),
});
