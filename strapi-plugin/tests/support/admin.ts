import { randomUUID } from 'node:crypto';
import type { UIDS } from '../../server/src/schema';
import type { App } from './app';

/** An action of the plugin, or one of the content manager on a content type, on some of its fields where it has them. */
export type Action = string | { action: string; subject: string; fields?: string[] };

/** Signs an administrator in: a super admin, or one of a new role that may do only what is listed. */
export async function signInAdmin(app: App, actions?: Action[]): Promise<string> {
  const email = `admin-${randomUUID()}@example.com`;
  const password = 'Correct-horse-1';
  const roles = app.strapi.service('admin::role');
  let role = await roles.getSuperAdmin();
  if (actions) {
    role = await roles.create({ name: `Role ${randomUUID()}`, description: 'For a test' });
    const permissions = actions.map((one) => {
      if (typeof one === 'string') return { action: one, subject: null, properties: {}, conditions: [] };
      const { action, subject, fields } = one;
      return { action, subject, properties: fields ? { fields } : {}, conditions: [] };
    });
    await roles.assignPermissions(role.id, permissions);
  }
  await app.strapi.service('admin::user').create({
    email,
    password,
    firstname: 'Ada',
    lastname: 'Admin',
    isActive: true,
    registrationToken: null,
    roles: [role.id],
  });
  const { body } = await app.http.post('/admin/login').send({ email, password });
  return body.data.token;
}

/** All fields of a content type that a role can be given. */
export const fieldsOfType = ({ strapi }: App, uid: (typeof UIDS)[keyof typeof UIDS]): string[] =>
  strapi.service('admin::content-type').getNestedFields(strapi.contentType(uid), {});
