// config/plugins.ts
import { consentPlugin } from '@permesso/plugin-consent';

export default () => ({
  consent: consentPlugin({
    seed: {
      trackers: [
        { key: 'ga4', vars: { MEASUREMENT_ID: 'G-AB12CD34EF' } },
        { key: 'gtm', vars: { CONTAINER_ID: 'GTM-AB12CD3' } },
        { key: 'matomo', vars: { MATOMO_URL: 'https://matomo.example.com', SITE_ID: '1' } },
        { key: 'plausible', vars: { DOMAIN: 'shop.example' } },
        'youtube-nocookie',
        'google-maps',
        { key: 'meta-pixel', vars: { PIXEL_ID: '123456789012345' } },
        {
          // Started by the site's own code: the CMS says what it is and what it stores, and loads nothing.
          tracker: {
            name: 'Counter',
            categoryKey: 'analytics',
            kind: 'sdk',
            purpose: 'Counts visits.',
            hosts: ['stats.example.com'],
            cookies: [{ name: '_count', durationText: 'Until the browser is closed' }],
          },
        },
        {
          tracker: {
            name: 'PostHog',
            vendor: 'PostHog',
            vendorPrivacyUrl: 'https://posthog.com/privacy',
            categoryKey: 'analytics',
            kind: 'sdk',
            purpose: 'Shows us how the product is used.',
            hosts: ['eu.i.posthog.com', 'eu-assets.i.posthog.com'],
            cookies: [
              { name: 'ph_*_posthog', durationText: '1 year' },
              { name: 'ph_*_posthog', storage: 'localStorage' },
              { name: 'ph_*', storage: 'sessionStorage' },
            ],
          },
        },
      ],
    },
  }),
});
