import { randomUUID } from 'node:crypto';
import type { UID } from '@strapi/strapi';
import type { UIDS } from '../../server/src/uids';
import type { App } from './app';

/** An action of the plugin, or one of the content manager on a content type, on some of its fields where it has them. */
export type Action =
  | string
  | {
      action: string;
      subject: string;
      fields?: string[] | undefined;
      /** Null is every language. */
      locales?: string[] | null;
      /** Names of conditions that must hold, such as `admin::is-creator`. */
      conditions?: string[];
    };

const PASSWORD = 'Correct-horse-1';
/** Its hash at the lowest cost: at Strapi's own, making an administrator and signing in takes a sixth of a second. */
const PASSWORD_HASH = '$2a$04$lcsUlkDZ0hU5WEC56U3DSupEUV3KKEJ/SJi.hwm8MrDq..cCG/L3G';

/** Signs an administrator in: a super admin, or one of a new role that may do only what is listed. */
export async function signInAdmin(app: App, actions?: Action[]): Promise<string> {
  const roles = app.strapi.service('admin::role');
  if (!actions) return signInAs(app, await roles.getSuperAdmin());
  const role = await roles.create({ name: `Role ${randomUUID()}`, description: 'For a test' });
  await roles.assignPermissions(role.id, permissionsOf(actions));
  return signInAs(app, role);
}

/**
 * Signs in somebody of a role that Strapi brings along, which may do with a type what Strapi gives it at its first start, and nothing
 * with the plugin's: as where the plugin was added later.
 */
export async function signInWriter(app: App, name: 'editor' | 'author', subject: string): Promise<string> {
  const { strapi } = app;
  const roles = strapi.service('admin::role');
  const role = await roles.findOne({ code: `strapi-${name}` });
  const fields = strapi
    .service('admin::content-type')
    .getNestedFields(strapi.contentType(subject as UID.ContentType), { components: strapi.components });
  const own = name === 'author' ? { conditions: ['admin::is-creator'] } : {};
  const actions = ['create', 'read', 'update', 'delete', ...(name === 'editor' ? ['publish'] : [])];
  const explorer = actions.map((action) => ({
    action: `plugin::content-manager.explorer.${action}`,
    subject,
    fields: /publish|delete/.test(action) ? undefined : fields,
    locales: null,
    ...own,
  }));
  await roles.assignPermissions(role.id, permissionsOf(explorer));
  return signInAs(app, role);
}

/** Signs in somebody of a role that is there already. */
export async function signInOfRole(app: App, code: string): Promise<string> {
  return signInAs(app, await app.strapi.service('admin::role').findOne({ code }));
}

const permissionsOf = (actions: readonly Action[]): object[] =>
  actions.map((one) => {
    if (typeof one === 'string') return { action: one, subject: null, properties: {}, conditions: [] };
    const { action, subject, conditions = [], ...properties } = one;
    return { action, subject, properties, conditions };
  });

async function signInAs(app: App, role: { id: number }): Promise<string> {
  const email = `admin-${randomUUID()}@example.com`;
  const { id } = await app.strapi.service('admin::user').create({
    email,
    firstname: 'Ada',
    lastname: 'Admin',
    isActive: true,
    registrationToken: null,
    roles: [role.id],
  });
  const users = app.strapi.db.query('admin::user');
  await users.update({ where: { id }, data: { password: PASSWORD_HASH } });
  const { body } = await app.http.post('/admin/login').send({ email, password: PASSWORD });
  return body.data.token;
}

/** All fields of a content type that a role can be given. */
export const fieldsOfType = ({ strapi }: App, uid: (typeof UIDS)[keyof typeof UIDS]): string[] =>
  strapi.service('admin::content-type').getNestedFields(strapi.contentType(uid), {});

/** What an editor may do with documents of one type: with all fields and in every language unless it is said otherwise. */
export interface EditorRole {
  /** `create`, `read`, `update`. */
  actions: string[];
  on: (typeof UIDS)[keyof typeof UIDS];
  fields?: string[];
  /** Null is every language. */
  locales?: string[] | null;
  conditions?: string[];
}

/** Signs somebody in whose new role may do this alone. */
export const signInEditor = (
  app: App,
  { actions, on, fields = fieldsOfType(app, on), locales = null, conditions = [] }: EditorRole,
): Promise<string> =>
  signInAdmin(
    app,
    actions.map((name) => ({
      action: `plugin::content-manager.explorer.${name}`,
      subject: on,
      fields,
      locales,
      conditions,
    })),
  );

/** The same of one who may create documents of a type with all of their fields but one. */
export const signInWithout = (app: App, on: EditorRole['on'], refused: string): Promise<string> =>
  signInEditor(app, {
    actions: ['create'],
    on,
    fields: fieldsOfType(app, on).filter((name) => name !== refused),
  });
