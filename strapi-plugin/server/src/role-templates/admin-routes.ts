import { allowedTo } from '../http/admin-route';

/** For whoever may make roles and say what they may do, under `/consent`. */
const makers = allowedTo('admin::roles.create', 'admin::roles.update');

export const roleTemplateRoutes = [
  { method: 'GET', path: '/role-templates', handler: 'roleTemplates.find', config: makers },
  { method: 'POST', path: '/role-templates', handler: 'roleTemplates.create', config: makers },
];
