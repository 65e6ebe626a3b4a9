import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { forbid } from '../http/admin';
import { type ContentAction, contentAction } from '../http/admin-route';
import { fieldsOf, KIND_NAMES, KINDS, type Kind } from './kinds';

interface Ability {
  can(action: string, subject: string, field?: string): boolean;
}

/** These are given for some fields of a type only, where a role says so. */
const BY_FIELD: readonly ContentAction[] = ['create', 'read', 'update'];

/** Whether the role may read all that a file holds; else the 403 that names what it lacks is answered. */
export const mayExport = (strapi: Core.Strapi, ctx: Context): boolean =>
  allowed(strapi, ctx, 'An export', () => ['read']);

/** Whether the role may do by hand all that a file can do; else the 403 that names what it lacks is answered. */
export const mayImport = (strapi: Core.Strapi, ctx: Context): boolean =>
  allowed(strapi, ctx, 'An import', (kind) => [
    ...(['create', 'update', 'delete'] as const),
    ...(kind === 'legalPages' ? (['publish'] as const) : []),
  ]);

function allowed(
  strapi: Core.Strapi,
  ctx: Context,
  what: string,
  actionsOn: (kind: Kind) => ContentAction[],
): boolean {
  const ability = ctx.state.userAbility as Ability;
  // Settings have permissions of their own, which the route asks for.
  const kinds = KIND_NAMES.filter((kind) => kind !== 'settings');
  const lacking = kinds.flatMap((kind) => {
    const { displayName } = strapi.contentType(KINDS[kind].uid).info;
    return actionsOn(kind)
      .filter((action) => !can(ability, strapi, kind, action))
      .map((action) => `${displayName}: ${action}`);
  });
  if (lacking.length === 0) return true;
  return forbid(ctx, `${what} also needs these permissions, on all fields: ${lacking.join(', ')}`);
}

function can(ability: Ability, strapi: Core.Strapi, kind: Kind, action: ContentAction): boolean {
  const [name, uid] = contentAction(action, KINDS[kind].uid);
  if (!BY_FIELD.includes(action)) return ability.can(name, uid);
  const { shared, localized } = fieldsOf(strapi, kind);
  return Object.keys({ ...shared, ...localized }).every((field) => ability.can(name, uid, field));
}
