import type {
  ConsentAdapterName,
  ConsentCategory,
  ConsentConfig,
  ConsentTracker,
} from '../contract/config.ts';
import { grantOf } from '../contract/services.ts';
import type { ConsentGrants } from './ledger.ts';

type Call = (...command: unknown[]) => void;

interface Fbq extends Call {
  callMethod?: Call;
  queue?: unknown[];
  push?: unknown;
  loaded?: boolean;
  version?: string;
}

interface Vendors {
  uetq?: { push: Call };
  clarity?: Call & { q?: unknown[] };
  fbq?: Fbq;
  _fbq?: Fbq;
  ttq?: { push(command: unknown[]): void } & Partial<Record<string, () => void>>;
}

/** What a vendor is told. */
interface VendorGrant {
  /** The tracker is granted, as a service or with its category. */
  granted: boolean;
  /** Advertising is granted to the vendor. */
  ads: boolean;
  /** The first word on this page, before the vendor's tag. */
  first: boolean;
  tracker: ConsentTracker;
}

const word = (granted: boolean) => (granted ? 'granted' : 'denied');

/** The vendor's own stub: it queues calls until the script is there. */
function clarityStub(page: Vendors): Call {
  const stub: NonNullable<Vendors['clarity']> = function () {
    stub.q ??= [];
    // biome-ignore lint/complexity/noArguments: Clarity reads `arguments` objects.
    stub.q.push(arguments);
  };
  page.clarity = stub;
  return stub;
}

function metaStub(page: Vendors): Fbq {
  const stub: Fbq = function () {
    // biome-ignore lint/complexity/noArguments: Meta's script replays `arguments` objects.
    const command = arguments as unknown as unknown[];
    if (stub.callMethod) stub.callMethod(...command);
    else stub.queue!.push(command);
  };
  Object.assign(stub, { push: stub, queue: [], loaded: true, version: '2.0' });
  page.fbq = stub;
  page._fbq ??= stub;
  return stub;
}

/** How each vendor wants to be told. None of them may be told before its queue exists, hence the stubs. */
const ADAPTERS: Record<ConsentAdapterName, (page: Vendors, grant: VendorGrant) => void> = {
  /** Microsoft Advertising, Universal Event Tracking. */
  uet(page, { first, granted }) {
    page.uetq ??= [] as unknown[];
    page.uetq.push('consent', first ? 'default' : 'update', { ad_storage: word(granted) });
  },
  /** Microsoft Clarity, consent API v2. */
  clarity(page, { granted, ads }) {
    const call = page.clarity ?? clarityStub(page);
    call('consentv2', { ad_Storage: word(granted && ads), analytics_Storage: word(granted) });
  },
  /** Meta. Its usual snippet does not run where `fbq` exists; it is then told once that has run. */
  meta(page, { granted, tracker }) {
    const ownSnippet = tracker.loader?.inline?.includes('fbevents');
    const fbq = page.fbq ?? (ownSnippet ? undefined : metaStub(page));
    fbq?.('consent', granted ? 'grant' : 'revoke');
    // Limited Data Use, for the laws of the states of the US; zeros: Meta finds the place itself.
    if (granted) fbq?.('dataProcessingOptions', []);
    else fbq?.('dataProcessingOptions', ['LDU'], 0, 0);
  },
  tiktok(page, { first, granted }) {
    page.ttq ??= [] as unknown as NonNullable<Vendors['ttq']>;
    const command = granted ? 'grantConsent' : first ? 'holdConsent' : 'revokeConsent';
    const call = page.ttq[command];
    if (call) call();
    else page.ttq.push([command]);
  },
};

/** The one vendor that is told of advertising apart from the tracker itself. */
const isMicrosofts = ({ loader }: ConsentTracker): boolean =>
  loader?.adapter === 'uet' || loader?.adapter === 'clarity';

/**
 * Whether advertising is granted to Microsoft: every category that carries `ad_storage`, and of its services there the vendor's own,
 * which may have been refused by name. Where visitors decide service by service these alone, where the category has any.
 */
function isAdvertisingGranted(
  has: ConsentGrants['has'],
  trackers: readonly ConsentTracker[],
  categories: readonly ConsentCategory[],
  granularity: ConsentConfig['granularity'],
): boolean {
  const carriers = categories.filter((category) => category.consentModeSignals.includes('ad_storage'));
  return (
    carriers.length > 0 &&
    carriers.every(({ key }) => {
      const own = trackers.filter((one) => one.categoryKey === key && isMicrosofts(one)).map(grantOf);
      const names = granularity === 'service' && own.length > 0 ? own : [key, ...own];
      return names.every((name) => has(name));
    })
  );
}

/** What a configuration says of the trackers whose vendors are told. */
export interface AdapterTerms extends Pick<ConsentConfig, 'granularity'> {
  trackers: readonly ConsentTracker[];
  categories: readonly ConsentCategory[];
}

/**
 * Tells the vendors' own consent APIs what is granted: at once, and again whenever it changes. Attach it before
 * the loader, so that no tag runs before its vendor was told. Returns a function that detaches.
 *
 * @param terms asked anew on every change, since a page's config may be renewed while it is open
 */
export function attachAdapters(store: ConsentGrants, terms: () => AdapterTerms): () => void {
  /** By their ids; one that a renewed config has no more runs on, and has to hear of a withdrawal. */
  const known = new Map<string, ConsentTracker>();
  const lastTold = new Map<string, string>();
  return store.subscribe(() => {
    const { trackers, categories, granularity } = terms();
    const ads = isAdvertisingGranted(store.has, trackers, categories, granularity);
    for (const tracker of trackers) known.set(tracker.id, tracker);
    for (const [id, tracker] of known) {
      const adapter = tracker.loader?.adapter;
      const granted = store.has(grantOf(tracker));
      const news = `${granted} ${ads}`;
      if (!adapter || lastTold.get(id) === news) continue;
      ADAPTERS[adapter]?.(window as Vendors, { granted, ads, first: !lastTold.has(id), tracker });
      lastTold.set(id, news);
    }
  });
}
