import { type Permission, useAuth, useRBAC } from '@strapi/strapi/admin';
import { PERMISSIONS } from './plugin';

type PermissionName = keyof typeof PERMISSIONS;

/** A permission as the plugin states it, for hooks that ask for one as the server stored it. */
const stored = (name: PermissionName) => PERMISSIONS[name] as unknown as Permission[];

/** Whether the signed-in administrator may do something; false until that is known. */
export function useAllowed(name: PermissionName): boolean {
  const { allowedActions } = useRBAC(stored(name));
  return Object.values(allowedActions).some(Boolean);
}

/** The same for several at once, by what the administrator's roles hold: for menus, not for data. */
export function useAllowedOf(names: readonly PermissionName[]): (name: PermissionName) => boolean {
  const held = useAuth('ConsentPermissions', ({ permissions }) => permissions);
  return (name) =>
    names.includes(name) &&
    PERMISSIONS[name].some(({ action, subject }) =>
      held.some((one) => one.action === action && (one.subject ?? null) === subject),
    );
}

/** Whether the administrator's roles hold all that something asks for, and not just one of it. */
export function useAllowedAll(name: PermissionName): boolean {
  const held = useAuth('ConsentPermissions', ({ permissions }) => permissions);
  return PERMISSIONS[name].every(({ action, subject }) =>
    held.some((one) => one.action === action && (one.subject ?? null) === subject),
  );
}
