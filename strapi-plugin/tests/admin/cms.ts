import type { ConsentConfig } from '@permesso/consent-core';
import { inject } from 'vitest';
import { DEMO_ADMIN } from '../../../playground/run/admin-account.ts';
import { type Account, type Method, request, signIn } from './requests.ts';

/** How long a token serves a file that begins, in milliseconds: Strapi takes it for half an hour. */
const TOKEN_AGE = 1_200_000;

/** An action of the plugin, or one of the content manager on some fields of a content type. */
export type AdminAction =
  | string
  | {
      action: string;
      subject: string;
      fields: string[];
      /** Null is every language. */
      locales?: null;
    };

/** The playground's CMS with its built admin, as tests speak to it. */
export interface Cms {
  origin: string;
  /** Asks a route as the first administrator does. */
  ask<T>(path: string, body?: unknown, method?: Method): Promise<T>;
  /** Makes an administrator of a new role that may do only what is listed. */
  addAdmin(actions: AdminAction[]): Promise<Account>;
  /** Makes one who may do everything. Each may sign in five times in five minutes, which is Strapi's limit. */
  addSuperAdmin(): Promise<Account>;
  /** Sends decisions as a site does, and answers with their consent ids. */
  decide(times: number): Promise<string[]>;
}

/** The CMS of this run. */
export async function connectCms(): Promise<Cms> {
  const { origin, token: first, signedInAt } = inject('cms');
  // A slow machine takes longer for all files.
  const token = Date.now() - signedInAt < TOKEN_AGE ? first : await signIn(origin, DEMO_ADMIN);
  const ask = <T>(path: string, body?: unknown, method?: Method) =>
    request<T>(`${origin}${path}`, { token, body, method });
  return {
    origin,
    ask,
    addAdmin: async (actions) => addAccount(ask, await addRole(ask, actions)),
    async addSuperAdmin() {
      const { data } = await ask<{ data: { id: number; code: string }[] }>('/admin/roles');
      const role = data.find(({ code }) => code === 'strapi-super-admin');
      if (!role) throw new Error('the CMS has no role of super admins');
      return addAccount(ask, role.id);
    },
    decide: (times) => decide(origin, times),
  };
}

async function addRole(ask: Cms['ask'], actions: AdminAction[]): Promise<number> {
  const { data: role } = await ask<{ data: { id: number } }>('/admin/roles', {
    name: crypto.randomUUID(),
    description: 'For a test',
  });
  const permissions = actions.map((one) => {
    if (typeof one === 'string') return { action: one, subject: null, properties: {}, conditions: [] };
    const { action, subject, ...properties } = one;
    return { action, subject, properties, conditions: [] };
  });
  await ask(`/admin/roles/${role.id}/permissions`, { permissions }, 'PUT');
  return role.id;
}

async function addAccount(ask: Cms['ask'], role: number): Promise<Account> {
  const account = { email: `${crypto.randomUUID()}@example.com`, password: 'Correct-horse-1' };
  const { data: user } = await ask<{ data: { registrationToken: string } }>('/admin/users', {
    email: account.email,
    firstname: 'Ada',
    lastname: 'Admin',
    roles: [role],
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
