import type { Context } from 'koa';
import { PLUGIN, type PluginAction, pluginAction } from '../uids';

/** What a role may do: an action of the plugin, or an action on a content type. */
export type AdminAction = string | readonly [action: string, subject: string];

interface Ability {
  can(action: string, subject?: string): boolean;
}

const SIGNED_IN = 'admin::isAuthenticatedAdmin';
const ANY_PERMISSION = 'hasAnyPermission';

/** The `config` of an admin route for those who may do all of this. */
export const allowedTo = (...actions: AdminAction[]) => ({
  policies: [SIGNED_IN, { name: 'admin::hasPermissions', config: { actions } }],
});

/** A route of the admin, under `/consent`, for those who may do all of this: `GET /releases`. */
export function adminRoute(
  address: `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`,
  handler: string,
  ...actions: PluginAction[]
) {
  const [method, path] = address.split(' ') as [string, string];
  return { method, path, handler, config: allowedTo(...actions.map(pluginAction)) };
}

/** Whether the role of whoever asks holds this. */
export const roleHolds = ({ state }: Pick<Context, 'state'>, action: AdminAction): boolean => {
  const ability = state.userAbility as Ability;
  return typeof action === 'string' ? ability.can(action) : ability.can(...action);
};

/** The `config` of an admin route for those who may do at least one of these. Strapi has no policy for that. */
export const allowedToAny = (...actions: AdminAction[]) => ({
  policies: [SIGNED_IN, { name: `plugin::${PLUGIN}.${ANY_PERMISSION}`, config: { actions } }],
});

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
