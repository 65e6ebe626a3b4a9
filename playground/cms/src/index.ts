import type { Core } from '@strapi/strapi';
import { seedGerman } from './seeds/german';

export default {
  async bootstrap({ strapi }: { strapi: Core.Strapi }): Promise<void> {
    await seedGerman(strapi);
  },
};
