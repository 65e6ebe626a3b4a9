import type { Context } from 'koa';
import { PLUGIN, type PluginAction, pluginAction } from '../uids';

/** What a role may do: an action of the plugin, or an action on a content type. */
export type AdminAction = string | readonly [action: string, subject: string];

interface Ability {
  can(action: string, subject?: string): boolean;
}

interface RouteConfig {
  policies: (string | { name: string; config: { actions: AdminAction[] } })[];
}

const SIGNED_IN = 'admin::isAuthenticatedAdmin';
const ANY_PERMISSION = 'hasAnyPermission';

/** The `config` of an admin route for those who may do all of this. */
const allowedTo = (...actions: AdminAction[]): RouteConfig => ({
  policies: [SIGNED_IN, { name: 'admin::hasPermissions', config: { actions } }],
});

type Address = `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`;

/** What a route asks for: an action of the plugin by its own name, or one of Strapi's or on a content type. */
type Asked = PluginAction | `admin::${string}` | readonly [action: string, subject: string];

const actionOf = (asked: Asked): AdminAction =>
  typeof asked !== 'string' || isStrapis(asked) ? asked : pluginAction(asked);

const isStrapis = (asked: string): asked is `admin::${string}` => asked.startsWith('admin::');

const routeWith =
  (config: typeof allowedTo) =>
  (address: Address, handler: string, ...asked: Asked[]) => {
    const [method, path] = address.split(' ') as [string, string];
    return { method, path, handler, config: config(...asked.map(actionOf)) };
  };

/** Whether the role of whoever asks holds this. */
export const roleHolds = ({ state }: Pick<Context, 'state'>, action: AdminAction): boolean => {
  const ability = state.userAbility as Ability;
  return typeof action === 'string' ? ability.can(action) : ability.can(...action);
};

/** The `config` of an admin route for those who may do at least one of these. Strapi has no policy for that. */
const allowedToAny = (...actions: AdminAction[]): RouteConfig => ({
  policies: [SIGNED_IN, { name: `plugin::${PLUGIN}.${ANY_PERMISSION}`, config: { actions } }],
});

/** A route of the admin, under `/consent`, for those who may do all of this: `GET /releases`. */
export const adminRoute = routeWith(allowedTo);

/** The same for those who may do at least one of these. */
export const adminRouteForAny = routeWith(allowedToAny);

/** The policy of {@link allowedToAny}, as the plugin hands it to Strapi. */
export const policies = {
  [ANY_PERMISSION]: (
    ctx: Pick<Context, 'state'>,
    { actions }: { actions: readonly AdminAction[] },
  ): boolean => actions.some((action) => roleHolds(ctx, action)),
};

export type ContentAction = 'create' | 'read' | 'update' | 'delete' | 'publish';

/** An action of the content manager on one of the plugin's types, as roles hold it. */
export const contentAction = (action: ContentAction, uid: string) =>
  [`plugin::content-manager.explorer.${action}`, uid] as const;
