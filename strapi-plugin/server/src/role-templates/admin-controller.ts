import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { z } from 'zod';
import { adminBody } from '../http/admin';
import { createRole, isPutOff, openTemplates, putOff } from './service';
import { ROLE_TEMPLATES, type RoleTemplate } from './templates';

/** What the admin offers: the templates of which there is no role. */
export interface OfferedRoles {
  open: RoleTemplate['key'][];
  /** Somebody has said "not now": the overview offers none, and the settings still do. */
  isPutOff: boolean;
}

const choice = z.strictObject({
  key: z.enum(
    ROLE_TEMPLATES.map(({ key }) => key),
    'name one of the templates',
  ),
});

export const roleTemplatesController = ({ strapi }: { strapi: Core.Strapi }) => {
  const offered = async (): Promise<OfferedRoles> => ({
    open: (await openTemplates(strapi)).map(({ key }) => key),
    isPutOff: await isPutOff(strapi),
  });
  return {
    async find(ctx: Context): Promise<void> {
      ctx.body = await offered();
    },
    /** A role that is there already stays as it is. */
    async create(ctx: Context): Promise<void> {
      const { key } = adminBody(choice, ctx);
      const template = (await openTemplates(strapi)).find((one) => one.key === key);
      if (template) await createRole(strapi, template);
      ctx.body = await offered();
    },
    async putOff(ctx: Context): Promise<void> {
      await putOff(strapi);
      ctx.body = await offered();
    },
  };
};
