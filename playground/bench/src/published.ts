/** What the measured site's CMS publishes: a configuration of usual size, with the trackers that most sites have. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ConsentTracker, createTestConfig } from '@permesso/consent-core';

/** On this machine, and only asked for after a grant. */
const VENDOR = 'http://127.0.0.1:9';

const cookie = (name: string, durationText: string, description: string) => ({
  name,
  storage: 'cookie' as const,
  durationText,
  description,
});

const trackers: ConsentTracker[] = [
  {
    id: 'session',
    name: 'Session',
    categoryKey: 'necessary',
    kind: 'cookie-only',
    purpose: 'Keeps visitors signed in and their basket together.',
    cookies: [cookie('session', 'Until the browser is closed', 'Recognises the visitor from page to page.')],
  },
  {
    id: 'counter',
    name: 'Page counter',
    vendor: 'Count Ltd',
    vendorPrivacyUrl: `${VENDOR}/privacy`,
    categoryKey: 'analytics',
    kind: 'script',
    purpose: 'Counts visits, and tells which pages are read to their end.',
    cookies: [
      cookie('_ct', '13 months', 'Tells one visitor from another.'),
      cookie('_ct_*', '24 hours', 'Holds the present visit together.'),
    ],
    loader: { src: `${VENDOR}/count.js`, strategy: 'afterDecision', consentModeManaged: false },
  },
  {
    id: 'heatmap',
    name: 'Heat map',
    vendor: 'Warm Labs',
    vendorPrivacyUrl: `${VENDOR}/warm/privacy`,
    categoryKey: 'analytics',
    kind: 'script',
    purpose: 'Shows where visitors click and how far they scroll.',
    cookies: [cookie('_warm_id', '1 year', 'Joins the visits of one visitor.')],
    loader: {
      inline: `window.warm=window.warm||function(){(warm.q=warm.q||[]).push(arguments)};warm('start','W-1029384');`,
      src: `${VENDOR}/warm.js`,
      strategy: 'lazy',
      consentModeManaged: false,
    },
  },
  {
    id: 'chat',
    name: 'Chat',
    vendor: 'Talk Inc.',
    vendorPrivacyUrl: `${VENDOR}/talk/privacy`,
    categoryKey: 'functional',
    kind: 'script',
    purpose: 'Lets visitors write to the editors.',
    cookies: [{ name: 'talk:*', storage: 'localStorage', description: 'The conversation so far.' }],
    loader: { src: `${VENDOR}/talk.js`, strategy: 'lazy', consentModeManaged: false },
  },
  {
    id: 'ads',
    name: 'Advertising',
    vendor: 'Billboard plc',
    vendorPrivacyUrl: `${VENDOR}/billboard/privacy`,
    categoryKey: 'marketing',
    kind: 'script',
    purpose: 'Shows advertisements that fit the visitor, and counts how often they are seen.',
    cookies: [
      cookie('_bb', '90 days', 'Remembers which advertisements were shown.'),
      cookie('_bb_src', '90 days', 'Remembers which advertisement brought the visitor here.'),
    ],
    loader: { src: `${VENDOR}/billboard.js`, strategy: 'afterDecision', consentModeManaged: false },
  },
  {
    id: 'pixel',
    name: 'Conversion pixel',
    vendor: 'Pixel AG',
    vendorPrivacyUrl: `${VENDOR}/pixel/privacy`,
    categoryKey: 'marketing',
    kind: 'pixel',
    purpose: 'Tells whether an advertisement led to a purchase.',
    cookies: [cookie('_px', '180 days', 'Joins an advertisement and a purchase.')],
    loader: { src: `${VENDOR}/pixel.gif`, strategy: 'afterDecision', consentModeManaged: false },
  },
];

/** Those that are loaded, as whoever has no consent manager pastes them into a page. */
export const pastedTrackers = trackers
  .map(({ kind, loader: { inline, src } = {} }) =>
    [
      inline && `<script>${inline}</script>`,
      src && (kind === 'pixel' ? `<img src="${src}" alt="" hidden>` : `<script src="${src}" async></script>`),
    ]
      .filter(Boolean)
      .join(''),
  )
  .join('');

export const published = createTestConfig({ trackers, banner: { links: { privacy: '/privacy' } } });

export interface Cms {
  url: string;
  stop(): void;
}

/** The same in Polish, as far as a visitor reads it: letters that Latin-1 does not have, in every text. */
export const inPolish = createTestConfig({
  ...published,
  locale: 'pl',
  banner: {
    title: 'Twoja prywatność',
    description:
      'Używamy plików cookie, żeby strona działała, a za Twoją zgodą także do mierzenia i ulepszania jej treści.',
    labels: {
      acceptAll: 'Zaakceptuj wszystko',
      rejectAll: 'Odrzuć wszystko',
      customize: 'Dostosuj ustawienia',
      save: 'Zapisz wybór',
      close: 'Zamknij bez zgody',
      manage: 'Ustawienia prywatności',
    },
  },
});

/** Answers as the plugin does: the configuration, and 201 to every record. */
export async function startCms(content = published): Promise<Cms> {
  const server = createServer((request, response) => {
    request.resume();
    const isRecord = request.method === 'POST';
    const country = request.headers['x-country']?.toString() ?? null;
    const config = { ...content, jurisdiction: { ...content.jurisdiction, country } };
    response.writeHead(isRecord ? 201 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isRecord ? { id: '1' } : config));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, stop: () => server.close() };
}
