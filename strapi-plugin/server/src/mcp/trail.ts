import type { Core } from '@strapi/strapi';
import { auditBefore } from '../audit/trail';
import { failure } from '../database/write-conflicts';
import type { Administrator } from '../http/admin';
import { isRefusal } from '../http/errors';
import { CONFIGURATION_UID } from '../uids';
import { ToolRefusal } from './tool';

/** All that is read of the owner of a token. */
const NAMES = ['id', 'documentId', 'firstname', 'lastname', 'username', 'email'] as const;

/**
 * Enters what an assistant asks for into the trail, before it is done: where the trail cannot have it nothing is done. The request is
 * the owner's of the token by name from here on, so that the trail knows who did what follows.
 *
 * @param name of a tool or a prompt, or the address of a resource
 * @returns the owner of the token
 */
export async function enterCall(strapi: Core.Strapi, name: string, args: unknown): Promise<Administrator> {
  // Strapi's MCP server tells prompts and resources nothing of who asks; the request does.
  const state = strapi.requestContext.get()?.state;
  const id: unknown = state?.user?.id;
  const owner: Administrator | null =
    id === undefined
      ? null
      : await strapi.db.query('admin::user').findOne({ where: { id }, select: [...NAMES] });
  if (!state || !owner) throw new ToolRefusal('The owner of the token is gone.');
  state.user = owner;
  await auditBefore(strapi, {
    action: 'assist',
    subject: { uid: CONFIGURATION_UID, id: null, title: name, locale: null },
    changes: Object.entries(args ?? {}).map(([path, after]) => ({ path, before: null, after })),
  });
  return owner;
}

/** What went wrong, where the assistant can do something about it. */
export function reasonOf(strapi: Core.Strapi, name: string, error: unknown): string {
  if (error instanceof ToolRefusal || isRefusal(error)) return error.message;
  strapi.log.error(`consent: ${name}, which an assistant asked for, failed: ${failure(error)}`);
  return 'It failed; the log of the server says why.';
}
