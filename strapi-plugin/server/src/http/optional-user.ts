import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';

/** Who sent the request: a user, nobody, or somebody with a token that is not valid (any more). */
export type SignedInUser = { kind: 'user'; documentId: string } | { kind: 'anonymous' } | { kind: 'invalid' };

interface TokenReader {
  getToken(ctx: Context): Promise<{ id?: string | number } | null> | null;
}

interface UserReader {
  fetchAuthenticatedUser(id: string | number): Promise<{
    documentId: string;
    blocked?: boolean | null;
    confirmed?: boolean | null;
  } | null>;
}

/**
 * The signed-in users-permissions user of a route that anybody may call. It checks what Strapi's own strategy
 * checks (token, blocked, confirmed), without asking for a ticked box in the role.
 */
export async function signedInUser(strapi: Core.Strapi, ctx: Context): Promise<SignedInUser> {
  if (!ctx.get('authorization')) return { kind: 'anonymous' };
  const plugin = strapi.plugin('users-permissions');
  if (!plugin) return { kind: 'anonymous' };
  const token = await tokenOf(plugin.service<TokenReader>('jwt'), ctx);
  if (token?.id === undefined) return { kind: 'invalid' };
  // A database that does not answer says nothing about the token: what it throws is an outage and no 401.
  const user = await plugin.service<UserReader>('user').fetchAuthenticatedUser(token.id);
  if (!user || user.blocked) return { kind: 'invalid' };
  if (!user.confirmed && (await confirmationRequired(strapi))) return { kind: 'invalid' };
  return { kind: 'user', documentId: user.documentId };
}

async function tokenOf(jwt: TokenReader, ctx: Context): Promise<{ id?: string | number } | null> {
  try {
    return await jwt.getToken(ctx);
  } catch {
    return null;
  }
}

async function confirmationRequired(strapi: Core.Strapi): Promise<boolean> {
  const store = strapi.store({ type: 'plugin', name: 'users-permissions' });
  const advanced = (await store.get({ key: 'advanced' })) as { email_confirmation?: boolean } | null;
  return advanced?.email_confirmation === true;
}
