import { allowedTo, contentAction } from '../http/admin-route';
import { UIDS } from '../uids';

const CREATE = contentAction('create', UIDS.processor);
const READ = contentAction('read', UIDS.processor);
const UPDATE = contentAction('update', UIDS.processor);
const VERIFICATION = '/processors/:documentId/verification';

/** Routes of the admin, under `/consent`. */
export const registerRoutes = [
  {
    method: 'GET',
    path: '/catalogue/processors',
    handler: 'register.find',
    config: allowedTo(CREATE),
  },
  {
    method: 'POST',
    path: '/catalogue/processors',
    handler: 'register.add',
    config: allowedTo(CREATE),
  },
  {
    method: 'GET',
    path: '/processors/public-list',
    handler: 'register.publicList',
    config: allowedTo(READ),
  },
  { method: 'GET', path: VERIFICATION, handler: 'register.verification', config: allowedTo(READ) },
  { method: 'POST', path: VERIFICATION, handler: 'register.verify', config: allowedTo(UPDATE) },
  { method: 'DELETE', path: VERIFICATION, handler: 'register.withdraw', config: allowedTo(UPDATE) },
];
