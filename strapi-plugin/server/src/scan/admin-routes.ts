import { allowedTo } from '../http/admin-route';
import { pluginAction } from '../uids';

const mayRead = allowedTo(pluginAction('scans.read'));
const maySettle = allowedTo(pluginAction('scans.settle'));

/** Routes of the admin, under `/consent`. */
export const scanAdminRoutes = [
  { method: 'GET', path: '/scans/findings', handler: 'scanFindings.list', config: mayRead },
  { method: 'GET', path: '/scans/findings/:id', handler: 'scanFindings.find', config: mayRead },
  { method: 'POST', path: '/scans/findings/:id/declare', handler: 'scanFindings.declare', config: maySettle },
  { method: 'POST', path: '/scans/findings/:id/move', handler: 'scanFindings.move', config: maySettle },
  { method: 'POST', path: '/scans/findings/:id/ignore', handler: 'scanFindings.ignore', config: maySettle },
  { method: 'POST', path: '/scans/findings/:id/fix', handler: 'scanFindings.fix', config: maySettle },
  { method: 'POST', path: '/scans/findings/:id/reopen', handler: 'scanFindings.reopen', config: maySettle },
  { method: 'GET', path: '/scans/runs', handler: 'scanRuns.list', config: mayRead },
  { method: 'POST', path: '/scans/runs', handler: 'scanRuns.begin', config: maySettle },
  { method: 'GET', path: '/scans/runs/:id', handler: 'scanRuns.find', config: mayRead },
];
