import { allowedTo } from '../http/admin-route';
import { pluginAction } from '../uids';

const mayRead = allowedTo(pluginAction('scans.read'));
const maySettle = allowedTo(pluginAction('scans.settle'));

/** Routes of the admin, under `/consent`. */
export const scanAdminRoutes = [
  { method: 'GET', path: '/scans/findings', handler: 'scansAdmin.findings', config: mayRead },
  { method: 'GET', path: '/scans/findings/:id', handler: 'scansAdmin.finding', config: mayRead },
  { method: 'POST', path: '/scans/findings/:id/declare', handler: 'scansAdmin.declare', config: maySettle },
  { method: 'POST', path: '/scans/findings/:id/move', handler: 'scansAdmin.move', config: maySettle },
  { method: 'POST', path: '/scans/findings/:id/ignore', handler: 'scansAdmin.ignore', config: maySettle },
  { method: 'POST', path: '/scans/findings/:id/fix', handler: 'scansAdmin.fix', config: maySettle },
  { method: 'POST', path: '/scans/findings/:id/reopen', handler: 'scansAdmin.reopen', config: maySettle },
  { method: 'GET', path: '/scans/runs', handler: 'scansAdmin.runs', config: mayRead },
  { method: 'POST', path: '/scans/runs', handler: 'scansAdmin.scan', config: maySettle },
  { method: 'GET', path: '/scans/runs/:id', handler: 'scansAdmin.run', config: mayRead },
];
