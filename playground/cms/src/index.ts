import type { Core } from '@strapi/strapi';
import { addGerman } from './locales';

export default {
  async bootstrap({ strapi }: { strapi: Core.Strapi }): Promise<void> {
    await addGerman(strapi);
  },
};
