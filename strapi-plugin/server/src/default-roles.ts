import type { Core } from '@strapi/strapi';
import { contentAction } from './http/admin-route';
import { UIDS } from './uids';

/** What these types say runs on every page of the site. */
const TYPES = [UIDS.category, UIDS.tracker, UIDS.processor];

const WRITES = new Set(
  TYPES.flatMap((uid) =>
    (['create', 'update', 'delete', 'publish'] as const).map((action) => contentAction(action, uid).join()),
  ),
);

const DEFAULT_ROLES = ['strapi-editor', 'strapi-author'];

interface Permission {
  id: number;
  action: string;
  subject: string | null;
}

/**
 * When Strapi makes its roles in a new database it lets Editors and Authors write every type there is. A tracker is
 * code that runs on every page, so these types are left out: who may write them is for a Super Admin to say.
 */
export async function withholdFromDefaultRoles(strapi: Core.Strapi): Promise<void> {
  const roles = strapi.db.query('admin::role');
  if ((await roles.count()) > 0) return;
  strapi.db.lifecycles.subscribe({
    models: ['admin::permission'],
    async afterCreate({ result, params }) {
      // What anybody gives later is meant.
      if (strapi.isLoaded) return;
      const { id, action, subject } = result as Permission;
      if (!WRITES.has([action, subject].join())) return;
      const role = await roles.findOne({ where: { id: params.data.role } });
      if (DEFAULT_ROLES.includes(role?.code)) {
        await strapi.db.query('admin::permission').delete({ where: { id } });
      }
    },
  });
}
