import type { Context, Next } from 'koa';
import { errors } from './errors';

/** What a role may do: an action of the plugin, or an action on a content type. */
export type AdminAction = string | readonly [action: string, subject: string];

interface Ability {
  can(action: string, subject?: string): boolean;
}

const SIGNED_IN = 'admin::isAuthenticatedAdmin';

/** The `config` of an admin route for those who may do all of this. */
export const allowedTo = (...actions: AdminAction[]) => ({
  policies: [SIGNED_IN, { name: 'admin::hasPermissions', config: { actions } }],
});

/** Whether the role of whoever asks holds this. */
export const roleHolds = ({ state }: Pick<Context, 'state'>, action: AdminAction): boolean => {
  const ability = state.userAbility as Ability;
  return typeof action === 'string' ? ability.can(action) : ability.can(...action);
};

/** The `config` of an admin route for those who may do at least one of these. Strapi has no policy for that. */
export const allowedToAny = (...actions: AdminAction[]) => ({
  policies: [SIGNED_IN],
  middlewares: [
    async (ctx: Context, next: Next): Promise<void> => {
      if (!actions.some((action) => roleHolds(ctx, action))) throw new errors.ForbiddenError();
      await next();
    },
  ],
});

export type ContentAction = 'create' | 'read' | 'update' | 'delete' | 'publish';

/** An action of the content manager on one of the plugin's types, as roles hold it. */
export const contentAction = (action: ContentAction, uid: string) =>
  [`plugin::content-manager.explorer.${action}`, uid] as const;
