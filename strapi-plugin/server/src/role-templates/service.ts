import type { Core, UID } from '@strapi/strapi';
import { type ContentAction, contentAction } from '../http/admin-route';
import { getPluginOptions } from '../options';
import { permissionsOf } from '../permissions';
import { PLUGIN, pluginAction } from '../uids';
import { ROLE_TEMPLATES, type RoleTemplate } from './templates';

interface RoleService {
  exists(where: object): Promise<boolean>;
  create(role: { name: string; description: string; code: string }): Promise<{ id: number }>;
  assignPermissions(role: number, permissions: object[]): Promise<unknown>;
}

interface ActionProvider {
  appliesToProperty(property: string, action: string, subject: string): Promise<boolean>;
}

const rolesOf = (strapi: Core.Strapi) => strapi.service('admin::role') as unknown as RoleService;

const codeOf = ({ key }: RoleTemplate): string => `consent-${key}`;

/** The templates that no role has been made of yet. */
export async function openTemplates(strapi: Core.Strapi): Promise<RoleTemplate[]> {
  const taken = await Promise.all(
    ROLE_TEMPLATES.map((template) => rolesOf(strapi).exists({ code: codeOf(template) })),
  );
  return ROLE_TEMPLATES.filter((_, index) => !taken[index]);
}

const offersOf = (strapi: Core.Strapi) => strapi.store({ type: 'plugin', name: PLUGIN, key: 'role-offers' });

/** Whether somebody has said that the overview is to offer them no more. */
export const isPutOff = async (strapi: Core.Strapi): Promise<boolean> =>
  ((await offersOf(strapi).get({})) as { isPutOff: boolean } | null)?.isPutOff ?? false;

/** For all administrators. */
export const putOff = (strapi: Core.Strapi): Promise<unknown> =>
  offersOf(strapi).set({ value: { isPutOff: true } });

/**
 * Makes a role of a template, which nobody holds yet.
 *
 * @throws Strapi's ApplicationError where a role has its name already.
 */
export async function createRole(strapi: Core.Strapi, template: RoleTemplate): Promise<void> {
  const { name, description } = template;
  const permissions = [...ownPermissions(strapi, template), ...(await contentPermissions(strapi, template))];
  await strapi.db.transaction(async () => {
    const { id } = await rolesOf(strapi).create({ name, description, code: codeOf(template) });
    await rolesOf(strapi).assignPermissions(id, permissions);
  });
}

/** Those that there are: an option may leave one out. */
function ownPermissions(strapi: Core.Strapi, { actions }: RoleTemplate): object[] {
  return permissionsOf(getPluginOptions(strapi))
    .filter(({ uid }) => actions.includes(uid))
    .map(({ uid }) => ({ action: pluginAction(uid), subject: null, properties: {}, conditions: [] }));
}

/** On all fields, and in every language where the type has some. */
async function contentPermissions(strapi: Core.Strapi, { content }: RoleTemplate): Promise<object[]> {
  const wanted = Object.entries(content).flatMap(([uid, actions]) =>
    actions.map((one) => [one, uid] as const),
  );
  const given = await Promise.all(wanted.map(([action, uid]) => contentPermission(strapi, action, uid)));
  return given.flat();
}

async function contentPermission(strapi: Core.Strapi, name: ContentAction, uid: string): Promise<object[]> {
  const [action, subject] = contentAction(name, uid);
  const type = strapi.contentTypes[uid as UID.ContentType];
  if (!type || (name === 'publish' && !type.options?.draftAndPublish)) return [];
  const { actionProvider } = strapi.service('admin::permission') as { actionProvider: ActionProvider };
  const applies = (property: string) => actionProvider.appliesToProperty(property, action, subject);
  const properties = {
    ...((await applies('fields')) && {
      fields: strapi.service('admin::content-type').getNestedFields(type, { components: strapi.components }),
    }),
    ...((await applies('locales')) && { locales: null }),
  };
  return [{ action, subject, properties, conditions: [] }];
}
