import type { Core } from '@strapi/strapi';
import { type Actor, SYSTEM } from '../evidence/audit';
import { type Administrator, nameOf } from '../http/admin';

/** How Strapi has found out who asks. */
interface Authentication {
  strategy?: { name?: string };
  credentials?: { id?: number | string; name?: string | null } | null;
}

interface State {
  auth?: Authentication;
  user?: Administrator;
  auditSource?: string;
}

const stateOf = (strapi: Core.Strapi) => strapi.requestContext.get()?.state as State | undefined;

/** Who asks for what runs now: of the request that is being answered, else the system. */
export function currentActor(strapi: Core.Strapi): Actor {
  const state = stateOf(strapi);
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

/** Who answers for it, where it takes two of them: an administrator is one person with all tokens of theirs. */
export function currentPerson(strapi: Core.Strapi): Actor {
  const { auth, user } = stateOf(strapi) ?? {};
  if (auth?.strategy?.name !== 'admin-token' || !user) return currentActor(strapi);
  return { kind: 'admin', id: user.documentId, name: nameOf(user) };
}
