import { adminRoute, contentAction } from '../http/admin-route';
import { UIDS } from '../uids';

const ASSESSMENTS = '/categories/:id/assessments';

export const assessmentRoutes = [
  adminRoute(`GET ${ASSESSMENTS}`, 'assessments.find', contentAction('read', UIDS.category)),
  adminRoute(`POST ${ASSESSMENTS}`, 'assessments.create', contentAction('update', UIDS.category)),
];
