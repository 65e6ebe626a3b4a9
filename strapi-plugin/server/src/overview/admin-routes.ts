import { adminRoute } from '../http/admin-route';

export const overviewAdminRoutes = [adminRoute('GET /overview', 'overview.find', 'overview.read')];
