import { allowedTo, contentAction } from '../http/admin-route';
import { UIDS } from '../uids';

/** Routes of the admin, under `/consent`. */
export const assessmentRoutes = [
  {
    method: 'GET',
    path: '/categories/:id/assessments',
    handler: 'assessments.find',
    config: allowedTo(contentAction('read', UIDS.category)),
  },
  {
    method: 'POST',
    path: '/categories/:id/assessments',
    handler: 'assessments.create',
    config: allowedTo(contentAction('update', UIDS.category)),
  },
];
