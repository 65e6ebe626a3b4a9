/** Milliseconds that a look into a page may take; a page that does not answer is given up. */
const LOOK = 10_000;
/** Milliseconds that a banner which is known to be there may take to appear, to do what is clicked, and to go: the machine may have other work. */
const KNOWN_BANNER = 20_000;

/** What a scan takes of a site at most: one that means harm, or is broken, costs no more than this. */
export const LIMITS = {
  /** Of a report: longer texts are cut. */
  textLength: 300,
  addressLength: 1000,
  /** Of a script's stack, in lines. */
  stackLines: 6,
  /** Kept of a visit. */
  requests: 5_000,
  entries: 3_000,
  consentSignals: 200,
  /** Words that a page may tell the scanner; the watch in it stops long before. */
  words: 20_000,
  /** What a visit may load, in bytes as they arrive and as they are after decompression. */
  bytes: 200_000_000,
  /** Shared workers of a visit that are listened to; beyond them it is over. */
  sharedWorkers: 20,
  /** Frames of a page that are looked into. */
  frames: 20,
  /** Names of the site's own hosts that are looked up, to see what they stand for, and how long such a chain may be. */
  aliases: 30,
  aliasChain: 5,
  /** Pages that pages have the browser prepare, and that are looked at in a visit. */
  prerendered: 3,
  /** Kept of a report. */
  findings: 500,
  evidence: 10,
  /** Of pages with findings, beside that of the banner. */
  pictures: 8,
  /** Of a report as JSON: below the megabyte that a Strapi takes in one request. */
  reportBytes: 1_000_000,
  /** What is read of a file of the site itself (sitemap, robots.txt, configuration), in characters. */
  fileLength: 3_000_000,
  /** Addresses that a sitemap or a page may bring in. */
  links: 2_000,
  sitemaps: 20,
  /** Categories, and trackers, that a page may declare. */
  declared: 2_000,
  /** Links of a banner that are followed. */
  policyLinks: 5,
  /** How often Tab is pressed to find the banner's buttons. */
  tabStops: 60,
  /** Categories of a site of this product that are granted alone, each in a visit of its own. */
  categories: 20,
  /** Services that are granted alone, one visit each. */
  services: 10,
  /** Windows that a page opens by itself, which are closed; beyond them the page is given up. */
  windows: 50,
  look: LOOK,
  /** Milliseconds for each part of the first look: the banner, the keyboard, and the pages there are. What is seen of a banner may take as long. */
  firstLook: 16 * LOOK + 4 * KNOWN_BANNER,
  /** Milliseconds that a visit may take beside those for its pages. */
  besidePages: 120_000,
  /** Milliseconds after which it is no longer waited for that something closes. */
  close: 10_000,
  /** Milliseconds that a banner may take to appear where nobody knows whether there is one. */
  banner: 4_000,
  knownBanner: KNOWN_BANNER,
  /** Milliseconds after which a page that goes on loading is taken as it is, counted from when it was read. */
  settle: 6_000,
} as const;
