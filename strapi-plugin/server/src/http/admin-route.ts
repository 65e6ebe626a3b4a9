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

/** The `config` of an admin route for those who may do at least one of these. Strapi has no policy for that. */
export const allowedToAny = (...actions: AdminAction[]) => ({
  policies: [SIGNED_IN],
  middlewares: [
    async (ctx: Context, next: Next): Promise<void> => {
      const ability = ctx.state.userAbility as Ability;
      const allowed = actions.some((action) =>
        typeof action === 'string' ? ability.can(action) : ability.can(...action),
      );
      if (!allowed) throw new errors.ForbiddenError();
      await next();
    },
  ],
});

export type ContentAction = 'create' | 'read' | 'update' | 'delete' | 'publish';

/** An action of the content manager on one of the plugin's types, as roles hold it. */
export const contentAction = (action: ContentAction, uid: string) =>
  [`plugin::content-manager.explorer.${action}`, uid] as const;
