import { consentPlugin } from '@permesso/plugin-consent';
import type { Core } from '@strapi/strapi';
import { COMPANY } from '../src/seeds/company';
import { PROCESSORS } from '../src/seeds/processors';
import { trackers } from '../src/seeds/trackers';

const plugins = ({ env }: Core.Config.Shared.ConfigParams) => ({
  'users-permissions': { config: { jwtSecret: env('JWT_SECRET') } },
  consent: consentPlugin({
    // The page of `playground/plain` that has consent by a script tag asks from the browser.
    allowedOrigins: ['http://127.0.0.1:4322'],
    recording: {
      rateLimitPerMinute: env.int('CONSENT_RATE_LIMIT', 20),
      networks: env.bool('CONSENT_NETWORKS', false),
      // Accounts of the website, and a browser's signal that follows them.
      ...(env.bool('CONSENT_ACCOUNTS', false) ? { mode: 'linked' as const, accountSignal: true } : {}),
    },
    // What advertising asks for (docs/tcf.md).
    ...(env('VENDOR_LIST_URL') ? { tcf: { vendorListUrl: env('VENDOR_LIST_URL') } } : {}),
    releases: { publish: env('CONSENT_PUBLISH') === 'manual' ? 'manual' : 'on-save' },
    // The name of the sealed log for ever: in earnest the public address of the CMS.
    seal: { origin: '127.0.0.1:1337/api/consent/log' },
    // The CMS visits the site itself where its machine has a Chromium; at night it would in earnest.
    ...(env('SITE_URL')
      ? { scan: { url: env('SITE_URL'), schedule: false as const, maxPages: env.int('SCAN_PAGES', 5) } }
      : {}),
    seed: {
      company: COMPANY,
      documents: ['privacy', 'cookies', 'terms', 'subprocessors', 'dpa'],
      processors: PROCESSORS,
      trackers: trackers(env('VENDORS_URL', 'http://127.0.0.1:4400')),
    },
  }),
});

export default plugins;
