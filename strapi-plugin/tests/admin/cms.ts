import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ConsentConfig } from '@permesso/consent-core';
import { createDemoAdmin, DEMO_ADMIN } from '../../../playground/run/admin-account.ts';
import { freePort } from '../../../playground/run/ports.ts';
import { newSecrets } from '../../../playground/run/secrets.ts';
import { startService } from '../../../playground/run/service.ts';
import { address, cmsService } from '../../../playground/run/services.ts';

type Method = 'GET' | 'POST' | 'PUT';

/** An action of the plugin, or one of the content manager on some fields of a content type. */
export type AdminAction = string | { action: string; subject: string; fields: string[] };

/** The playground's CMS with its built admin, on a port and a database of its own. */
export interface Cms {
  origin: string;
  /** Asks a route as the first administrator does. */
  ask<T>(path: string, body?: unknown, method?: Method): Promise<T>;
  /** Makes an administrator of a new role that may do only what is listed. */
  addAdmin(actions: AdminAction[]): Promise<{ email: string; password: string }>;
  /** Sends decisions as a site does, and answers with their consent ids. */
  decide(times: number): Promise<string[]>;
  stop(): Promise<void>;
}

/** Starts the built CMS afresh. */
export async function startCms(): Promise<Cms> {
  const folder = mkdtempSync(join(tmpdir(), 'consent-admin-'));
  const at = { cms: address(await freePort()), site: '', vendors: 'http://127.0.0.1:9' };
  const service = await startService(
    cmsService(at, {
      ...newSecrets(),
      NODE_ENV: 'production',
      DATABASE_FILENAME: join(folder, 'cms.db'),
      CONSENT_RATE_LIMIT: '10000',
    }),
  );
  await createDemoAdmin(at.cms);
  const token = await signIn(at.cms, DEMO_ADMIN);
  const ask = <T>(path: string, body?: unknown, method?: Method) =>
    request<T>(`${at.cms}${path}`, { token, body, method });
  return {
    origin: at.cms,
    ask,
    addAdmin: (actions) => addAdmin(ask, actions),
    decide: (times) => decide(at.cms, times),
    async stop() {
      await service.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface Asked {
  token?: string;
  body?: unknown;
  method?: Method | undefined;
}

async function request<T>(url: string, { token, body, method }: Asked): Promise<T> {
  const response = await fetch(url, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  return response.json() as Promise<T>;
}

/** A token of an administrator's session. */
export async function signIn(
  origin: string,
  { email, password }: { email: string; password: string },
): Promise<string> {
  const { data } = await request<{ data: { token: string } }>(`${origin}/admin/login`, {
    body: { email, password },
  });
  return data.token;
}

async function addAdmin(
  ask: Cms['ask'],
  actions: AdminAction[],
): Promise<{ email: string; password: string }> {
  const name = crypto.randomUUID();
  const { data: role } = await ask<{ data: { id: number } }>('/admin/roles', {
    name,
    description: 'For a test',
  });
  const permissions = actions.map((one) => {
    if (typeof one === 'string') return { action: one, subject: null, properties: {}, conditions: [] };
    const { action, subject, fields } = one;
    return { action, subject, properties: { fields }, conditions: [] };
  });
  await ask(`/admin/roles/${role.id}/permissions`, { permissions }, 'PUT');
  const account = { email: `${name}@example.com`, password: 'Correct-horse-1' };
  const { data: user } = await ask<{ data: { registrationToken: string } }>('/admin/users', {
    email: account.email,
    firstname: 'Ada',
    lastname: 'Admin',
    roles: [role.id],
  });
  await ask('/admin/register', {
    registrationToken: user.registrationToken,
    userInfo: { firstname: 'Ada', lastname: 'Admin', password: account.password },
  });
  return account;
}

async function decide(origin: string, times: number): Promise<string[]> {
  const ids = Array.from({ length: times }, () => crypto.randomUUID());
  const config = await request<ConsentConfig>(`${origin}/api/consent/config`, {});
  const optional = config.categories.filter(({ required }) => !required).map(({ key }) => key);
  for (const consentId of ids) {
    await request(`${origin}/api/consent/records`, {
      body: {
        consentId,
        decisions: Object.fromEntries(optional.map((key) => [key, key === 'analytics'])),
        versions: config.versions,
        source: 'banner',
        locale: config.locale,
        decidedAt: Math.floor(Date.now() / 1000),
      },
    });
  }
  return ids;
}
