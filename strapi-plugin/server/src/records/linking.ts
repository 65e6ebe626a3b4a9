import type { Core } from '@strapi/strapi';
import { getPluginOptions } from '../options';
import { effectiveSettings } from '../settings/service';

/** Whether a record names the account that was signed in: in `linked` mode, where there are accounts to link (F1). */
export async function linksAccounts(strapi: Core.Strapi): Promise<boolean> {
  if (getPluginOptions(strapi).usersSlug === false) return false;
  return (await effectiveSettings(strapi)).recording.mode === 'linked';
}
