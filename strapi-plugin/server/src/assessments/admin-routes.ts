import { adminRoute, contentAction } from '../http/admin-route';
import { UIDS } from '../uids';

const ASSESSMENTS = '/categories/:id/assessments';

const READ = contentAction('read', UIDS.category);

export const assessmentRoutes = [
  adminRoute(`GET ${ASSESSMENTS}`, 'assessments.find', READ),
  adminRoute(`POST ${ASSESSMENTS}`, 'assessments.create', READ, 'categories.assess'),
];
