import { consentPlugin } from '@permesso/plugin-consent';
import type { Core } from '@strapi/strapi';
import { trackers } from '../src/seeds/trackers';

const plugins = ({ env }: Core.Config.Shared.ConfigParams) => ({
  'users-permissions': { config: { jwtSecret: env('JWT_SECRET') } },
  consent: consentPlugin({
    recording: { rateLimitPerMinute: env.int('CONSENT_RATE_LIMIT', 20) },
    seed: {
      company: {
        name: 'Priel',
        legalName: 'Priel Wattfahrten GmbH',
        address: 'Am Alten Hafen 1, 26506 Norddeich, Germany',
        email: 'privacy@priel.example',
        url: 'https://priel.example',
      },
      trackers: trackers(env('VENDORS_URL', 'http://127.0.0.1:4400')),
    },
  }),
});

export default plugins;
