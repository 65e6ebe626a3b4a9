import { adminRoute } from '../http/admin-route';
import type { PluginAction } from '../uids';

/** The routes of what is exported below a path, by a controller that {@link exportControllerOf} makes. */
export const exportRoutes = (path: `/${string}`, controller: string, permission: PluginAction) => [
  adminRoute(`POST ${path}`, `${controller}.start`, permission),
  adminRoute(`GET ${path}/:id`, `${controller}.find`, permission),
  adminRoute(`DELETE ${path}/:id`, `${controller}.remove`, permission),
  // A link of the browser's bears a token of its own, and no session.
  { method: 'GET', path: `${path}/:id/file`, handler: `${controller}.file`, config: { auth: false } },
];
