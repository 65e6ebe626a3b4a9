import { adminRoute } from '../http/admin-route';

export const statisticsAdminRoutes = [
  adminRoute('GET /statistics', 'statistics.find', 'statistics.read'),
  adminRoute('GET /statistics/values', 'statistics.values', 'statistics.read'),
  adminRoute('GET /statistics/export', 'statistics.export', 'statistics.read'),
  adminRoute('GET /statistics/by/:dimension', 'statistics.by', 'statistics.read'),
];
