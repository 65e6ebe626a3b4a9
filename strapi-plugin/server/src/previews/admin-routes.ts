import { adminRoute } from '../http/admin-route';

const PREVIEW = ['releases.read', 'releases.preview'] as const;

export const previewLinkRoutes = [
  adminRoute('GET /previews', 'previewLinks.choices', ...PREVIEW),
  adminRoute('POST /previews', 'previewLinks.make', ...PREVIEW),
  adminRoute('POST /previews/end', 'previewLinks.end', ...PREVIEW),
];
