/** A Global Vendor List of vendors that do not exist, as its publisher would serve it. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { VendorList, VendorListText } from '@permesso/consent-core';

const text = (id: number, name: string, description = `${name}, in detail.`): VendorListText => ({
  id,
  name,
  description,
  illustrations: [`An example of this: ${name.toLowerCase()}.`],
});

const numbered = (names: readonly string[]): Record<string, VendorListText> =>
  Object.fromEntries(names.map((name, at) => [String(at + 1), text(at + 1, name)]));

const PURPOSES = [
  'Store or read information on a device',
  'Select advertising by limited data',
  'Create profiles for advertising',
  'Select advertising by profiles',
  'Create profiles for content',
  'Select content by profiles',
  'Measure how advertising performs',
  'Measure how content performs',
  'Understand audiences',
  'Develop and improve services',
  'Select content by limited data',
];

const GERMAN_PURPOSES = [
  'Informationen auf einem Gerät speichern oder lesen',
  'Werbung nach begrenzten Daten auswählen',
  'Profile für Werbung erstellen',
  'Werbung nach Profilen auswählen',
  'Profile für Inhalte erstellen',
  'Inhalte nach Profilen auswählen',
  'Werbeleistung messen',
  'Leistung von Inhalten messen',
  'Zielgruppen verstehen',
  'Angebote entwickeln und verbessern',
  'Inhalte nach begrenzten Daten auswählen',
];

const links = (name: string) => [
  {
    langId: 'en',
    privacy: `https://${name}.example/privacy`,
    legIntClaim: `https://${name}.example/interest`,
  },
  { langId: 'de', privacy: `https://${name}.example/datenschutz` },
];

const silent = { features: [], specialFeatures: [], dataDeclaration: [1, 2], cookieRefresh: false };

/** What stands in the file beside {@link VendorList}: vendors that have left carry a date. */
type PublishedList = Omit<VendorList, 'vendors'> & {
  vendors: Record<string, VendorList['vendors'][string] & { deletedDate?: string }>;
};

/**
 * Five vendors: Alder relies on both bases and lets publishers choose; Birch on legitimate interest alone; Cedar has nothing that
 * anybody could refuse; Dogwood relies on consent alone; Elm has left the list.
 */
export function createVendorList(changes: Partial<PublishedList> = {}): PublishedList {
  return {
    gvlSpecificationVersion: 3,
    vendorListVersion: 12,
    tcfPolicyVersion: 5,
    lastUpdated: '2026-11-19T16:00:00Z',
    purposes: numbered(PURPOSES),
    specialPurposes: numbered(['Keep systems safe and mend errors', 'Deliver and show advertising']),
    features: numbered(['Match data of other sources', 'Link devices', 'Recognise devices']),
    specialFeatures: numbered(['Use precise location', 'Scan devices to recognise them']),
    dataCategories: {
      '1': { id: 1, name: 'Addresses on the network', description: 'The number of a connection.' },
      '2': { id: 2, name: 'Features of the device', description: 'Such as its kind and language.' },
    },
    stacks: {},
    vendors: {
      '1': {
        ...silent,
        id: 1,
        name: 'Alder Ads',
        purposes: [1, 3, 4],
        legIntPurposes: [2, 7],
        flexiblePurposes: [2, 7],
        specialPurposes: [1, 2],
        features: [1],
        specialFeatures: [1],
        cookieMaxAgeSeconds: 34_128_000,
        cookieRefresh: true,
        usesCookies: true,
        usesNonCookieAccess: true,
        dataRetention: { stdRetention: 390, purposes: { '7': 90 }, specialPurposes: {} },
        urls: links('alder'),
        deviceStorageDisclosureUrl: 'https://alder.example/storage.json',
      },
      '2': {
        ...silent,
        id: 2,
        name: 'Birch Measurement',
        purposes: [],
        legIntPurposes: [7, 8],
        flexiblePurposes: [],
        specialPurposes: [1],
        usesCookies: false,
        usesNonCookieAccess: false,
        dataRetention: { stdRetention: 30, purposes: {}, specialPurposes: {} },
        urls: links('birch'),
      },
      '3': {
        ...silent,
        id: 3,
        name: 'Cedar Safety',
        purposes: [],
        legIntPurposes: [],
        flexiblePurposes: [],
        specialPurposes: [1],
        usesCookies: false,
        usesNonCookieAccess: false,
        urls: links('cedar'),
      },
      '5': {
        ...silent,
        id: 5,
        name: 'Dogwood Display',
        purposes: [1, 2],
        legIntPurposes: [],
        flexiblePurposes: [],
        specialPurposes: [1],
        cookieMaxAgeSeconds: 0,
        usesCookies: true,
        usesNonCookieAccess: false,
        urls: [{ langId: 'en', privacy: 'https://dogwood.example/privacy' }],
      },
      '8': {
        ...silent,
        id: 8,
        name: 'Elm of Old',
        purposes: [1],
        legIntPurposes: [],
        flexiblePurposes: [],
        specialPurposes: [],
        usesCookies: true,
        usesNonCookieAccess: false,
        urls: links('elm'),
        deletedDate: '2025-01-01T00:00:00Z',
      },
    },
    ...changes,
  };
}

/** The same texts in German, as they stand in `purposes-de.json`. */
export function germanTexts() {
  const { purposes: _, vendors, ...rest } = createVendorList();
  return { ...rest, purposes: numbered(GERMAN_PURPOSES) };
}

/** Google's list of providers, as it is published. */
export const PROVIDERS_CSV = [
  'Provider ID,Provider Name,Policy URL,Domains',
  '43,"Fern, Inc.",https://fern.example/privacy,fern.example',
  '89,Gorse GmbH,https://gorse.example/privacy,gorse.example gorse.test',
  '',
].join('\r\n');

/** What a publisher of lists answers, by path. */
export interface ListServer {
  origin: string;
  files: Map<string, string>;
  /** Paths that were asked for. */
  asked: string[];
  close(): Promise<void>;
}

/** Serves lists at `/v3/vendor-list.json`, `/v3/purposes-de.json` and `/providers.csv`; what `files` lacks is 404. */
export async function serveVendorLists(): Promise<ListServer> {
  const files = new Map([
    ['/v3/vendor-list.json', JSON.stringify(createVendorList())],
    ['/v3/purposes-de.json', JSON.stringify(germanTexts())],
    ['/providers.csv', PROVIDERS_CSV],
  ]);
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    const file = files.get(path);
    // Nobody keeps a connection that this server may close in between.
    response.writeHead(file === undefined ? 404 : 200, { connection: 'close' }).end(file);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    files,
    asked,
    close: () => new Promise((done) => server.close(() => done())),
  };
}
