import type { ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import {
  type CategoryBases,
  type ConsentConfig,
  createTestConfig,
  type RecordSubmission,
  withBases,
} from '@permesso/consent-core';
import { createVendorList, germanTexts } from '../../../playground/vendors/src/vendor-list.ts';
import { fixtureConfig } from '../fixtures/site/consent.mjs';
import { type Answer, answerAs, CMS_HOST } from '../page/hosts.ts';
import { type Served, serve } from './serve.ts';

export interface FakeCms extends Served {
  /** What is published; the model comes from the country. */
  config: ConsentConfig;
  /** The status with which records are answered; 0 hangs up. */
  recordStatus: number;
  /** Whether it hangs up on everybody. */
  away: boolean;
  /** How long every answer takes, in milliseconds. */
  latency: number;
  /** Records are answered once this has come. */
  held: Promise<void> | null;
  records: { submission: RecordSubmission; headers: Record<string, string | string[] | undefined> }[];
  configRequests: number;
  /** The vendor list of the Transparency and Consent Framework; null: it has not come. */
  vendorList: ReturnType<typeof createVendorList> | null;
  /** Forgets all records, and does not list what pages that were left still send of those decisions. */
  forgetRecords(): void;
}

const MODELS: Record<string, ConsentConfig['jurisdiction']['model']> = {
  US: 'opt-out',
  JP: 'notice',
  ZZ: 'none',
};

/** Where something rests on anything but consent. */
const BASES: Record<string, CategoryBases> = { GB: { analytics: 'objection' } };

/** Answers as the plugin does, from memory. */
export async function serveCms(vendors: string): Promise<FakeCms> {
  const forgotten = new Set<string>();
  const cms = {
    config: fixtureConfig(vendors) as ConsentConfig,
    recordStatus: 201,
    away: false,
    latency: 0,
    held: null as FakeCms['held'],
    records: [] as FakeCms['records'],
    configRequests: 0,
    vendorList: createVendorList() as FakeCms['vendorList'],
    forgetRecords() {
      for (const { submission } of cms.records.splice(0)) forgotten.add(submission.consentId);
    },
  };
  const answer: Answer = async (request, response) => {
    if (cms.away) {
      response.destroy();
      return;
    }
    response.setHeader('access-control-allow-origin', request.headers.origin ?? '*');
    response.setHeader('access-control-allow-headers', 'Content-Type, Authorization');
    if (request.method === 'OPTIONS') {
      response.writeHead(204).end();
      return;
    }
    if (request.url?.startsWith('/api/consent/config')) {
      cms.configRequests += 1;
      await setTimeout(cms.latency);
      const { searchParams } = new URL(request.url, 'http://cms');
      const country = request.headers['x-country'] ? String(request.headers['x-country']) : null;
      const state = searchParams.get('with') === 'region' && request.headers['x-vercel-ip-country-region'];
      const region = state ? `${country}-${state}` : undefined;
      const jurisdiction = { country, model: MODELS[country ?? ''] ?? 'opt-in', region };
      response.setHeader('content-type', 'application/json');
      const locale = searchParams.get('locale') ?? cms.config.locale;
      const config = { ...createTestConfig(), ...cms.config, locale, jurisdiction };
      const categories = withBases(config.categories, BASES[country ?? ''] ?? {});
      response.end(JSON.stringify({ ...config, categories }));
      return;
    }
    // A picture of an editor's, of which only the address matters.
    if (request.url?.startsWith('/uploads/')) {
      response.writeHead(404).end();
      return;
    }
    if (request.url?.startsWith('/api/consent/tcf/')) {
      answerLists(cms.vendorList, new URL(request.url, 'http://cms'), response);
      return;
    }
    // No test of these is about what accounts have sent: whoever is signed in meets a CMS that does not say.
    if (request.url === '/api/consent/records/signal') {
      response.writeHead(503).end();
      return;
    }
    let body = '';
    for await (const chunk of request) body += chunk;
    // What sites have shown comes once a minute, whatever a test is about.
    if (request.url === '/api/consent/impressions') {
      response.writeHead(204).end();
      return;
    }
    await setTimeout(cms.latency);
    if (cms.recordStatus === 0) {
      response.destroy();
      return;
    }
    const submission: RecordSubmission = JSON.parse(body);
    if (!forgotten.has(submission.consentId)) cms.records.push({ submission, headers: request.headers });
    await cms.held;
    response.writeHead(cms.recordStatus, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ id: String(cms.records.length) }));
  };
  const served = await serve(answer);
  // Browsers find it under the name that all builds have for it.
  const leave = answerAs(CMS_HOST, answer);
  const stop = () => {
    leave();
    return served.stop();
  };
  return Object.assign(cms, served, { stop });
}

function answerLists(
  list: FakeCms['vendorList'],
  { pathname, searchParams }: URL,
  response: ServerResponse,
): void {
  const some = (name: string) => new Set(searchParams.get(name)?.split(','));
  const ids = some('vendors');
  response.writeHead(list ? 200 : 404, { 'content-type': 'application/json' });
  if (!list) response.end();
  else if (pathname.endsWith('/providers')) {
    const providers = [
      { id: 43, name: 'Fern, Inc.', policyUrl: 'https://fern.example/privacy' },
      { id: 89, name: 'Gorse GmbH', policyUrl: 'https://gorse.example/privacy' },
    ];
    response.end(JSON.stringify({ providers: providers.filter(({ id }) => some('ids').has(String(id))) }));
  } else {
    const language = searchParams.get('locale') === 'de' ? 'de' : 'en';
    const vendors = Object.entries(list.vendors).filter(
      ([id, { deletedDate }]) => !deletedDate && (ids.size === 0 || ids.has(id)),
    );
    const texts = language === 'de' ? germanTexts() : {};
    response.end(
      JSON.stringify({
        list: {
          ...list,
          ...texts,
          vendors: Object.fromEntries(vendors),
          vendorListVersion: list.vendorListVersion,
        },
        language,
      }),
    );
  }
}
