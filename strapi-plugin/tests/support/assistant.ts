import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect } from 'vitest';
import { getEvidenceStore } from '../../server/src/evidence';
import { signInAdmin } from './admin';
import { type App, listening } from './app';

/** A permission as a token of an administrator holds it. */
interface TokenPermission {
  action: string;
  subject: string | null;
  properties: object;
}

type Fields = string[] | ((permission: TokenPermission) => string[] | undefined);

/**
 * Makes a token of an administrator's own, as they do in Strapi's settings.
 *
 * @param owner the session of that administrator
 * @param may which of their permissions it has; all by default
 */
export async function adminToken(
  app: App,
  owner: string,
  may: (permission: TokenPermission) => boolean = () => true,
  fields?: Fields,
): Promise<string> {
  const authorization = `Bearer ${owner}`;
  const mine = await app.http.get('/admin/users/me/permissions').set('Authorization', authorization);
  const adminPermissions = (mine.body.data as TokenPermission[]).filter(may).map((permission) => {
    const { action, subject, properties } = permission;
    const limited = typeof fields === 'function' ? fields(permission) : fields;
    return {
      action,
      subject,
      properties: { ...properties, ...(limited ? { fields: limited } : {}) },
      conditions: [],
    };
  });
  const name = `Token ${Math.random()}`;
  const { status, body } = await app.http
    .post('/admin/admin-tokens')
    .set('Authorization', authorization)
    .send({ name, description: '', lifespan: null, adminPermissions });
  expect([status, body.error]).toEqual([201, undefined]);
  return body.data.accessKey;
}

/**
 * Speaks to Strapi's MCP server with a token of an administrator.
 *
 * @param may narrows what the token may do; all that its owner may where it is left out
 * @param fields those of a type that it may do it with, also by the permission; all where they are left out
 * @param owner who is signed in and owns the token; a super admin where nobody is named
 */
export async function assistantOf(
  app: App,
  may?: (permission: TokenPermission) => boolean,
  fields?: Fields,
  owner?: string,
): Promise<Client> {
  const token = await adminToken(app, owner ?? (await signInAdmin(app)), may, fields);
  const client = new Client({ name: 'test', version: '0.0.0' });
  const headers = { authorization: `Bearer ${token}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${await listening(app)}/mcp`), { requestInit: { headers } }),
  );
  return client;
}

/** An app whose MCP server is on. */
export const MCP = { server: { mcp: { enabled: true } } };

/** What a tool answers. */
interface Answer {
  isError?: boolean;
  text: string;
  data: {
    total?: number;
    findings?: object[];
    items: { shared: object; locales: Record<string, Record<string, unknown>> }[];
    presets: { key: string }[];
    releases: { number: number }[];
    differences: object[];
    assessments: object[];
    beforeChoice: { model: string; places: string[] | null; granted: boolean; grantedWithGPC: boolean }[];
    served: string[];
    afterWithdrawal: string[];
    stores: object[];
    documentId: string;
    warnings: object[];
    bases: { purpose: string; basis: string }[];
    refusal: object;
    proposals: object[];
  };
}

/** Calls a tool. */
export const calling =
  (client: () => Client) =>
  async (name: string, args: Record<string, unknown> = {}): Promise<Answer> => {
    const { content, structuredContent, isError } = await client().callTool({ name, arguments: args });
    const [first] = content as { text: string }[];
    return {
      text: first?.text ?? '',
      data: structuredContent as unknown as Answer['data'],
      ...(isError ? { isError } : {}),
    };
  };

/** The last entries of the audit trail, the newest first. */
export const trail = async ({ strapi }: App, uid?: string) =>
  (await getEvidenceStore(strapi).audit.page({ ...(uid ? { uid } : {}) }, { limit: 100 })).entries;
