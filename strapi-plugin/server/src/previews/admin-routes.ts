import { adminRoute } from '../http/admin-route';

const PREVIEW = ['releases.read', 'releases.preview'] as const;

export const previewLinkRoutes = [
  adminRoute('GET /previews', 'previewLinks.choices', ...PREVIEW),
  adminRoute('POST /previews', 'previewLinks.make', ...PREVIEW),
  adminRoute('GET /previews/links', 'previewLinks.list', ...PREVIEW),
  adminRoute('POST /previews/links/end', 'previewLinks.endAll', ...PREVIEW),
  adminRoute('POST /previews/links/:id/end', 'previewLinks.end', ...PREVIEW),
];
