import { type ConsentTracker, createTestConfig, type TrackerCookie } from '@permesso/consent-core';

const vendor = 'https://vendor.invalid';

const cookie = (name: string, durationText: string, description: string): TrackerCookie => {
  return { name, storage: 'cookie', durationText, description };
};

function tracker(
  name: string,
  categoryKey: string,
  purpose: string,
  cookies: TrackerCookie[],
  loader?: Partial<ConsentTracker['loader']>,
): ConsentTracker {
  return {
    id: name.toLowerCase(),
    name,
    vendor: `${name} Ltd`,
    vendorPrivacyUrl: `${vendor}/${name.toLowerCase()}/privacy`,
    categoryKey,
    kind: loader ? 'script' : 'cookie-only',
    purpose,
    cookies,
    ...(loader && { loader: { strategy: 'afterDecision', consentModeManaged: false, ...loader } }),
  };
}

/** What a usual site publishes: a statistics tool, a heat map, a chat, two of advertising, and its own session. */
export const usualConfig = createTestConfig({
  banner: { links: { privacy: '/privacy' } },
  trackers: [
    tracker('Session', 'necessary', 'Keeps visitors signed in and their basket together.', [
      cookie('session', 'Until the browser is closed', 'Recognises the visitor from page to page.'),
    ]),
    tracker(
      'Count',
      'analytics',
      'Counts visits, and tells which pages are read to their end.',
      [
        cookie('_ct', '13 months', 'Tells one visitor from another.'),
        cookie('_ct_*', '24 hours', 'Holds the present visit together.'),
      ],
      { src: `${vendor}/count.js` },
    ),
    tracker(
      'Warm',
      'analytics',
      'Shows where visitors click and how far they scroll.',
      [cookie('_warm', '1 year', 'Joins the visits of one visitor.')],
      {
        inline: "window.warm=window.warm||function(){(warm.q=warm.q||[]).push(arguments)};warm('W-1029384');",
        src: `${vendor}/warm.js`,
        strategy: 'lazy',
      },
    ),
    tracker('Talk', 'functional', 'Lets visitors write to the editors.', [], {
      src: `${vendor}/talk.js`,
      strategy: 'lazy',
    }),
    tracker(
      'Billboard',
      'marketing',
      'Shows advertisements that fit the visitor, and counts how often they are seen.',
      [
        cookie('_bb', '90 days', 'Remembers which advertisements were shown.'),
        cookie('_bb_src', '90 days', 'Remembers which advertisement brought the visitor here.'),
      ],
      { src: `${vendor}/billboard.js` },
    ),
    tracker(
      'Pixel',
      'marketing',
      'Tells whether an advertisement led to a purchase.',
      [cookie('_px', '180 days', 'Joins an advertisement and a purchase.')],
      { src: `${vendor}/pixel.js` },
    ),
  ],
});
