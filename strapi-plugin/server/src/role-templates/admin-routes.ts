import { adminRoute } from '../http/admin-route';

/** Whoever may make roles and say what they may do. */
const MAKE = ['admin::roles.create', 'admin::roles.update'] as const;

export const roleTemplateRoutes = [
  adminRoute('GET /role-templates', 'roleTemplates.find', ...MAKE),
  adminRoute('POST /role-templates', 'roleTemplates.create', ...MAKE),
  adminRoute('POST /role-templates/put-off', 'roleTemplates.putOff', ...MAKE),
];
