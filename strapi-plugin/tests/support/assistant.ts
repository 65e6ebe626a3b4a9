import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect } from 'vitest';
import { signInAdmin } from './admin';
import { type App, listening } from './app';

/** A permission as a token of an administrator holds it. */
interface TokenPermission {
  action: string;
  subject: string | null;
  properties: object;
}

/**
 * Speaks to Strapi's MCP server with a token of a super admin.
 *
 * @param may narrows what the token may do; all that its owner may where it is left out.
 */
export async function assistantOf(
  app: App,
  may: (permission: TokenPermission) => boolean = () => true,
): Promise<Client> {
  const authorization = `Bearer ${await signInAdmin(app)}`;
  const mine = await app.http.get('/admin/users/me/permissions').set('Authorization', authorization);
  const adminPermissions = (mine.body.data as TokenPermission[])
    .filter(may)
    .map(({ action, subject, properties }) => ({ action, subject, properties, conditions: [] }));
  const name = `MCP ${Math.random()}`;
  const { status, body } = await app.http
    .post('/admin/admin-tokens')
    .set('Authorization', authorization)
    .send({ name, description: '', lifespan: null, adminPermissions });
  expect([status, body.error]).toEqual([201, undefined]);
  const client = new Client({ name: 'test', version: '0.0.0' });
  const headers = { authorization: `Bearer ${body.data.accessKey}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${await listening(app)}/mcp`), { requestInit: { headers } }),
  );
  return client;
}
