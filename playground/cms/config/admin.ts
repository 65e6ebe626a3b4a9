import type { Core } from '@strapi/strapi';

const admin = ({ env }: Core.Config.Shared.ConfigParams): Core.Config.Admin => ({
  auth: { secret: env('ADMIN_JWT_SECRET') },
  apiToken: { salt: env('API_TOKEN_SALT') },
  transfer: { token: { salt: env('TRANSFER_TOKEN_SALT') } },
  secrets: { encryptionKey: env('ENCRYPTION_KEY') },
  // A tool that shows how little a consent manager needs to know has no business phoning home.
  flags: { nps: false, promoteEE: false },
});

export default admin;
