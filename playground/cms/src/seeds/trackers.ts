import type { ConsentPluginOptions } from '@permesso/plugin-consent';

type Seed = Exclude<NonNullable<ConsentPluginOptions['seed']>, false>;
type TrackerSeeds = NonNullable<Seed['trackers']>;

/** A tracker of every kind, all of them the fake third parties at `vendors`. */
export function trackers(vendors: string): TrackerSeeds {
  const privacy = (vendor: string) => ({
    vendor,
    vendorPrivacyUrl: `https://${vendor.toLowerCase()}.example/privacy`,
  });
  return [
    {
      tracker: {
        key: 'consent',
        name: 'Consent choice',
        categoryKey: 'necessary',
        kind: 'cookie-only',
        purpose: 'Remembers what you chose here.',
        cookies: [
          { name: 'pl-consent', durationText: '12 months', description: 'Your choice and when you made it.' },
        ],
      },
    },
    {
      tracker: {
        name: 'Lighthouse Analytics',
        categoryKey: 'analytics',
        kind: 'script',
        ...privacy('Lighthouse'),
        purpose: 'Counts visits and pages, so that we know which tours people look for.',
        cookies: [
          { name: '_va', durationText: '13 months', description: 'Tells one visitor from another.' },
          {
            name: '_va_session',
            durationText: 'Until you close the browser',
            description: 'Joins the pages of a visit.',
          },
        ],
        loader: { src: `${vendors}/analytics.js`, strategy: 'afterDecision', consentModeManaged: false },
      },
    },
    {
      tracker: {
        name: 'Driftwood Ads',
        categoryKey: 'marketing',
        kind: 'script',
        ...privacy('Driftwood'),
        purpose: 'Shows our tours on other sites to people who were here.',
        cookies: [
          { name: '_vm_*', durationText: '3 months', description: 'Recognises you on other sites.' },
          {
            name: '_vm_segments',
            storage: 'localStorage',
            durationText: 'Until you delete it',
            description: 'What you looked at here.',
          },
        ],
        loader: { src: `${vendors}/marketing.js`, strategy: 'afterDecision', consentModeManaged: false },
      },
    },
    {
      tracker: {
        name: 'Driftwood Pixel',
        categoryKey: 'marketing',
        kind: 'pixel',
        ...privacy('Driftwood'),
        purpose: 'Counts which advertisement led to a booking.',
        loader: { src: `${vendors}/pixel.gif`, strategy: 'afterDecision', consentModeManaged: false },
      },
    },
    {
      tracker: {
        name: 'Beacon Tag',
        categoryKey: 'marketing',
        kind: 'script',
        ...privacy('Beacon'),
        purpose: 'Measures advertising; asks Consent Mode what it may do.',
        cookies: [
          { name: '_vt', durationText: 'Until you close the browser', description: 'Counts a visit once.' },
        ],
        // On, the tag would load before a choice: its owner has to want that.
        loader: { src: `${vendors}/tag.js`, strategy: 'afterDecision', consentModeManaged: false },
      },
    },
    {
      tracker: {
        name: 'Quayside Chat',
        categoryKey: 'functional',
        kind: 'script',
        ...privacy('Quayside'),
        purpose: 'Lets you chat with us.',
        cookies: [{ name: '_vc_chat', durationText: '1 day', description: 'Keeps your conversation open.' }],
        loader: { src: `${vendors}/chat.js`, strategy: 'lazy', consentModeManaged: false },
      },
    },
    {
      tracker: {
        name: 'Harbour Map',
        key: 'harbour-map',
        categoryKey: 'marketing',
        kind: 'iframe',
        ...privacy('Chartroom'),
        purpose: 'Shows where we are.',
      },
    },
    {
      enabled: false,
      tracker: {
        name: 'Fogbound Widget',
        categoryKey: 'functional',
        kind: 'script',
        ...privacy('Fogbound'),
        purpose: 'Never answers: turn it on to see that a script that hangs holds up no other category.',
        loader: { src: `${vendors}/hang.js`, strategy: 'afterDecision', consentModeManaged: false },
      },
    },
  ];
}
