import { adminRoute } from '../http/admin-route';

export const settingsAdminRoutes = [
  adminRoute('GET /settings', 'settingsAdmin.find', 'settings.read'),
  adminRoute('PUT /settings', 'settingsAdmin.update', 'settings.update'),
  adminRoute('GET /settings/versions', 'settingsAdmin.versions', 'settings.read'),
  adminRoute('POST /settings/reconsents', 'settingsAdmin.askAgain', 'settings.reconsent'),
];
