import type { RecordSubmission } from '../../src/contract/config.ts';
import { createTestConfig } from '../../src/contract/default-config.ts';
import { type Served, serveHttp } from '../http-server.ts';

/** What the contract needs of a CMS. */
export interface ContractCms extends Served {
  /** Whether it hangs up on everybody. */
  away: boolean;
  /** The records that have come, in their order. */
  records: { submission: RecordSubmission }[];
  /** Forgets all records, and does not list what pages that were left still send of those decisions. */
  forgetRecords(): void;
}

/** What the contract needs of those whom a page asks for something. */
export interface ThirdParties extends Served {
  /** How often each path was asked for. */
  hits: Record<string, number>;
}

/** Where the contract finds both. */
export interface ContractServers {
  serveThirdParties(): Promise<ThirdParties>;
  /** @param thirdParties the address of those that the trackers of its configuration ask */
  serveCms(thirdParties: string): Promise<ContractCms>;
}

/** On free ports of this machine. */
export const ownServers: ContractServers = { serveThirdParties, serveCms };

/** Their scripts leave a cookie and an entry in `window.ran`. */
async function serveThirdParties(): Promise<ThirdParties> {
  const hits: Record<string, number> = {};
  const served = await serveHttp(({ url: path = '/' }, response) => {
    hits[path] = (hits[path] ?? 0) + 1;
    response.setHeader('content-type', path.endsWith('.js') ? 'text/javascript' : 'text/html');
    response.end(`(window.ran ??= []).push(${JSON.stringify(path)}); document.cookie = '_st_id=1; path=/';`);
  });
  return { ...served, hits };
}

const MODELS: Record<string, 'opt-out' | 'notice'> = { US: 'opt-out', JP: 'notice' };

/** Answers as the plugin does, from memory. */
async function serveCms(thirdParties: string): Promise<ContractCms> {
  const forgotten = new Set<string>();
  const cms = {
    away: false,
    records: [] as ContractCms['records'],
    forgetRecords() {
      for (const { submission } of cms.records.splice(0)) forgotten.add(submission.consentId);
    },
  };
  const served = await serveHttp(async (request, response) => {
    if (cms.away) {
      response.destroy();
      return;
    }
    const { method, url = '/', headers } = request;
    response.setHeader('access-control-allow-origin', headers.origin ?? '*');
    response.setHeader('access-control-allow-headers', 'Content-Type, Authorization');
    if (method === 'GET' && url.startsWith('/api/consent/config')) {
      const country = headers['x-country'] ? String(headers['x-country']) : null;
      const jurisdiction = { country, model: MODELS[country ?? ''] ?? ('opt-in' as const) };
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ ...configAsking(thirdParties), jurisdiction }));
      return;
    }
    if (method !== 'POST' || url !== '/api/consent/records') {
      response.writeHead(204).end();
      return;
    }
    let body = '';
    for await (const chunk of request) body += chunk;
    const submission: RecordSubmission = JSON.parse(body);
    if (!forgotten.has(submission.consentId)) cms.records.push({ submission });
    response.writeHead(201, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ id: String(cms.records.length) }));
  });
  return Object.assign(cms, served);
}

const configAsking = (thirdParties: string) =>
  createTestConfig({
    trackers: [
      {
        id: 'stats',
        name: 'Stats',
        categoryKey: 'analytics',
        kind: 'script',
        cookies: [{ name: '_st_*', storage: 'cookie', durationText: '13 months' }],
        loader: { src: `${thirdParties}/stats.js`, strategy: 'afterDecision', consentModeManaged: false },
      },
      {
        id: 'ads',
        name: 'Ads',
        categoryKey: 'marketing',
        kind: 'script',
        loader: { src: `${thirdParties}/ads.js`, strategy: 'afterDecision', consentModeManaged: false },
      },
    ],
  });
