import type { Core } from '@strapi/strapi';
import { type Actor, SYSTEM } from '../evidence/audit';
import { type Administrator, nameOf } from '../http/admin';

/** How Strapi has found out who asks. */
interface Authentication {
  strategy?: { name?: string };
  credentials?: { id?: number | string; name?: string | null } | null;
}

/** Who asks for what runs now: of the request that is being answered, else the system. */
export function currentActor(strapi: Core.Strapi): Actor {
  const state = strapi.requestContext.get()?.state as
    | { auth?: Authentication; user?: Administrator; auditSource?: string }
    | undefined;
  const { strategy, credentials } = state?.auth ?? {};
  // A token acts by its own name, also where it belongs to an administrator.
  if (strategy?.name?.endsWith('-token') && credentials) {
    return { kind: 'api-token', id: String(credentials.id ?? ''), name: credentials.name ?? 'API token' };
  }
  const user = state?.user;
  if (!user) return SYSTEM;
  // Strapi's MCP server says of the owner of the token nothing but the id.
  const kind = strategy?.name === 'admin' || state?.auditSource === 'mcp' ? 'admin' : 'user';
  return { kind, id: user.documentId ?? String(user.id), name: nameOf(user) || `administrator ${user.id}` };
}
