import type { StrapiApp } from '@strapi/strapi/admin';
import { customFields } from './fields';

const PLUGIN = 'consent';

/** What the admin loads. */
const admin = {
  register(app: StrapiApp): void {
    app.registerPlugin({ id: PLUGIN, name: 'Consent' });
    app.customFields.register(customFields);
  },
};

export default admin;
