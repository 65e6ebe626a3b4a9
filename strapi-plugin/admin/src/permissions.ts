import { type Permission, useRBAC } from '@strapi/strapi/admin';
import { PERMISSIONS } from './plugin';

/** A permission as the plugin states it, for hooks that ask for one as the server stored it. */
const stored = (name: keyof typeof PERMISSIONS) => PERMISSIONS[name] as unknown as Permission[];

/** Whether the signed-in administrator may do something; false until that is known. */
export function useAllowed(name: keyof typeof PERMISSIONS): boolean {
  const { allowedActions } = useRBAC(stored(name));
  return Object.values(allowedActions).some(Boolean);
}
