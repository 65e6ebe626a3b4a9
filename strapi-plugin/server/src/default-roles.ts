import type { Core } from '@strapi/strapi';
import { contentAction } from './http/admin-route';
import { UIDS } from './uids';

/** What these types say runs on every page of the site. */
const TYPES = [UIDS.category, UIDS.tracker, UIDS.processor];

const WRITES = (['create', 'update', 'delete', 'publish'] as const).map(
  (action) => contentAction(action, '')[0],
);

const DEFAULT_ROLES = ['strapi-editor', 'strapi-author'];

interface PermissionService {
  findMany(query: object): Promise<{ id: number }[]>;
  deleteByIds(ids: number[]): Promise<void>;
}

interface RoleService {
  hooks: {
    willResetSuperAdminPermissions: { register<T>(hook: (permissions: T) => Promise<T>): void };
  };
}

/**
 * When Strapi makes its roles in a new database it lets Editors and Authors write every type there is. A tracker is
 * code that runs on every page, so these types are taken from them: who may write them is for a Super Admin to say.
 *
 * Strapi asks no plugin what its roles begin with. Its first hook behind their making is the one by which i18n
 * completes the Super Admin's permissions, in the same start and before anybody can sign in.
 */
export async function withholdFromDefaultRoles(strapi: Core.Strapi): Promise<void> {
  if ((await strapi.db.query('admin::role').count()) > 0) return;
  const { hooks } = strapi.service('admin::role') as unknown as RoleService;
  hooks.willResetSuperAdminPermissions.register(async (permissions) => {
    // What anybody gives later is meant.
    if (!strapi.isLoaded) await withhold(strapi);
    return permissions;
  });
}

async function withhold(strapi: Core.Strapi): Promise<void> {
  const service = strapi.service('admin::permission') as unknown as PermissionService;
  const where = { action: WRITES, subject: TYPES, role: { code: DEFAULT_ROLES } };
  const given = await service.findMany({ where });
  await service.deleteByIds(given.map(({ id }) => id));
}
