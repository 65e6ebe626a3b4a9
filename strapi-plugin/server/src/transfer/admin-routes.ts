import { adminRoute } from '../http/admin-route';

/** What the file holds besides settings, the controller asks for by type. */
export const transferAdminRoutes = [
  adminRoute('GET /configuration', 'transfer.export', 'settings.read'),
  adminRoute('POST /configuration/preview', 'transfer.preview', 'settings.update'),
  adminRoute('POST /configuration', 'transfer.import', 'settings.update'),
];
