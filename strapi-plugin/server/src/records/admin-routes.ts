import { allowedTo, allowedToAny } from '../http/admin-route';
import { type PluginAction, pluginAction } from '../uids';

const guarded = (action: PluginAction) => allowedTo(pluginAction(action));

/** Routes of the admin, under `/consent`. */
export const recordAdminRoutes = [
  { method: 'GET', path: '/records', handler: 'recordsAdmin.list', config: guarded('records.read') },
  {
    method: 'GET',
    path: '/records/export',
    handler: 'recordsAdmin.export',
    config: guarded('records.export'),
  },
  {
    method: 'POST',
    path: '/records/exports',
    handler: 'recordExports.start',
    config: guarded('records.export'),
  },
  {
    method: 'GET',
    path: '/records/exports/:id',
    handler: 'recordExports.find',
    config: guarded('records.export'),
  },
  {
    method: 'DELETE',
    path: '/records/exports/:id',
    handler: 'recordExports.remove',
    config: guarded('records.export'),
  },
  // A link of the browser's bears a token of its own, and no session.
  {
    method: 'GET',
    path: '/records/exports/:id/file',
    handler: 'recordExports.file',
    config: { auth: false },
  },
  {
    method: 'GET',
    path: '/records/bundle',
    handler: 'recordsAdmin.bundle',
    config: guarded('records.export'),
  },
  {
    method: 'GET',
    path: '/records/retention',
    handler: 'retention.find',
    config: allowedToAny(
      pluginAction('records.read'),
      pluginAction('overview.read'),
      pluginAction('retention.update'),
    ),
  },
  {
    method: 'POST',
    path: '/records/retention',
    handler: 'retention.act',
    config: guarded('retention.update'),
  },
  { method: 'GET', path: '/records/holds', handler: 'holds.list', config: guarded('records.read') },
  { method: 'POST', path: '/records/holds', handler: 'holds.place', config: guarded('records.hold') },
  { method: 'POST', path: '/records/holds/:id/lift', handler: 'holds.lift', config: guarded('records.hold') },
  {
    method: 'GET',
    path: '/records/quarantines',
    handler: 'quarantines.list',
    config: guarded('records.read'),
  },
  {
    method: 'GET',
    path: '/records/quarantines/senders',
    handler: 'quarantines.senders',
    config: guarded('records.quarantine'),
  },
  {
    method: 'POST',
    path: '/records/quarantines',
    handler: 'quarantines.place',
    config: guarded('records.quarantine'),
  },
  {
    method: 'POST',
    path: '/records/quarantines/:id/lift',
    handler: 'quarantines.lift',
    config: guarded('records.quarantine'),
  },
  { method: 'GET', path: '/records/:id', handler: 'recordsAdmin.evidence', config: guarded('records.read') },
  {
    method: 'GET',
    path: '/records/:id/legal-texts/:hash',
    handler: 'recordsAdmin.legalText',
    config: guarded('records.read'),
  },
  {
    method: 'POST',
    path: '/records/erasures',
    handler: 'recordsAdmin.erase',
    config: guarded('records.erase'),
  },
];
