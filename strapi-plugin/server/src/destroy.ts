import type { Core } from '@strapi/strapi';
import { destroyRecords } from './records';

/** Before the database closes. */
export const destroy = ({ strapi }: { strapi: Core.Strapi }): Promise<void> => destroyRecords(strapi);
