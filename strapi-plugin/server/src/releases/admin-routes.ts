import { adminRoute } from '../http/admin-route';

const PUBLISH = ['releases.read', 'releases.publish'] as const;

export const releaseRoutes = [
  adminRoute('GET /releases', 'releases.list', 'releases.read'),
  adminRoute('POST /releases', 'releases.publish', ...PUBLISH),
  adminRoute('GET /releases/waiting', 'releases.waiting', 'releases.read'),
  adminRoute('POST /releases/plans/:id/approve', 'releases.approve', ...PUBLISH),
  adminRoute('POST /releases/plans/:id/withdraw', 'releases.withdraw', ...PUBLISH),
  adminRoute('GET /releases/:number', 'releases.find', 'releases.read'),
  adminRoute('GET /releases/:number/file', 'releases.file', 'releases.read', 'settings.read'),
  adminRoute('PUT /releases/:number/note', 'releases.note', ...PUBLISH),
  adminRoute('POST /releases/:number/take-back/preview', 'releases.previewTakingBack', ...PUBLISH),
  adminRoute('POST /releases/:number/take-back', 'releases.takeBack', ...PUBLISH),
];
