import { allowedTo } from '../http/admin-route';
import { pluginAction } from '../uids';

const PREVIEW = allowedTo(pluginAction('releases.read'), pluginAction('releases.preview'));

/** Routes of the admin, under `/consent`. */
export const previewLinkRoutes = [
  { method: 'GET', path: '/previews', handler: 'previewLinks.choices', config: PREVIEW },
  { method: 'POST', path: '/previews', handler: 'previewLinks.make', config: PREVIEW },
  { method: 'POST', path: '/previews/end', handler: 'previewLinks.end', config: PREVIEW },
];
