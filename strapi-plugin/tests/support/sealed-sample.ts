import { PRESENTATION_TYPE, type Presentation } from '@permesso/consent-core';
import { sha256Hex } from '../../server/src/evidence/seal/bundle/manifest';
import type { BundleSource } from '../../server/src/evidence/seal/bundle/writer';
import { unverifiedCheckpoint } from '../../server/src/evidence/seal/checkpoint';
import { utf8Text } from '../../server/src/evidence/seal/encoding';
import { signersOf } from '../../server/src/evidence/seal/log-keys';
import { proofOfEntry, treeReader } from '../../server/src/evidence/seal/log-reader';
import { consistencyProof } from '../../server/src/evidence/seal/merkle';
import {
  canonicalBytes,
  logEntry,
  newSalt,
  type SealedItem,
  sealedContent,
} from '../../server/src/evidence/seal/sealed-item';
import { appendToLog, type SealedLog } from '../../server/src/evidence/seal/sealed-log';
import { newSignerKey } from '../../server/src/evidence/seal/signed-note';
import { memoryTileStore } from '../../server/src/evidence/seal/tile-store';

/** A log with the records of many visitors, for tests, and what it takes to make a bundle of one of them. */
export interface SampleLog {
  log: SealedLog;
  files: Map<string, Uint8Array>;
  items: SealedItem[];
  source: BundleSource;
}

export const SAMPLE_ORIGIN = 'www.example.com/api/consent/log';
export const SAMPLE_CONSENT = '7f0c6b3e-9a54-4c57-8a39-2b8f6f9c1d10';

const legalText = Buffer.from('# Privacy policy\n\nAs of 1 November 2026.\n');
const snapshot = canonicalBytes({
  categories: [{ key: 'analytics', required: false }],
  locale: 'en',
  legalTexts: { privacy: sha256Hex(legalText) },
});
const presentation = canonicalBytes({
  type: PRESENTATION_TYPE,
  integration: '@permesso/consent-core 0.1.0',
  files: '/page-files/1a2b/',
  policyVersion: 'aaaaaaaa',
  locale: 'en',
  model: 'opt-in',
  position: 'bottom',
  texts: { manage: 'Your choices' },
  banner: '<section data-consent-banner><p>We would like to count visits.</p></section>',
  bannerAgain: '<section data-consent-banner><p>We would like to go on counting visits.</p></section>',
  preferences: '<section data-consent-preferences><h2>Your choices</h2></section>',
  style: 'section[data-consent-banner] { color: #123; }',
} satisfies Presentation);

const item = (kind: SealedItem['kind'], content: object): SealedItem => ({
  kind,
  salt: newSalt(),
  content: sealedContent(content),
});

function record(number: number, consentId: string, more: object = {}): SealedItem {
  const second = String(number % 60).padStart(2, '0');
  return item('record', {
    id: `0193577c-7f00-7000-8000-${String(number).padStart(12, '0')}`,
    consentId,
    replaces: null,
    decisions: { analytics: true, marketing: false },
    grantedCategories: ['analytics'],
    source: 'banner',
    model: 'opt-in',
    country: 'DE',
    region: null,
    gpc: false,
    locale: 'en',
    versions: {
      policyVersion: 'aaaaaaaa',
      categoriesVersion: 'bbbbbbbb',
      trackersVersion: 'cccccccc',
      documentsVersion: 'dddddddd',
    },
    snapshot: sha256Hex(snapshot),
    presentation: sha256Hex(presentation),
    decidedAt: `2026-11-23T10:00:${second}.000Z`,
    expiresAt: `2027-11-23T10:00:${second}.000Z`,
    userAgentFamily: null,
    user: null,
    createdAt: `2026-11-23T10:00:${second}.000Z`,
    ...more,
  });
}

/** 300 entries; the visitor's are 7 and 290, with an audit entry at 200 that concerns them. The first state is of 100. */
export async function sampleLog(): Promise<SampleLog> {
  const files = new Map<string, Uint8Array>();
  const store = memoryTileStore(files);
  const log: SealedLog = {
    store,
    signers: signersOf(newSignerKey(SAMPLE_ORIGIN)),
    now: () => new Date('2026-11-23T12:00:00Z'),
  };
  const items = Array.from({ length: 300 }, (_, number) => {
    if (number === 7)
      return record(number, SAMPLE_CONSENT, { services: { player: false }, tcString: 'CQbGaMAQ.IFukA' });
    if (number === 290)
      return record(number, 'b8c9', {
        source: 'withdraw',
        replaces: SAMPLE_CONSENT,
        decisions: { analytics: false },
      });
    if (number === 200)
      return item('audit', { actor: 'admin', action: 'settings.update', at: '2026-11-23T11:00:00.000Z' });
    return record(number, `visitor-${number}`);
  });
  const entries = items.map(logEntry);
  const first = await appendToLog(log, { from: 0, entries: entries.slice(0, 100) });
  const newest = await appendToLog(log, { from: 100, entries: entries.slice(100) });
  const ofVisitor = [7, 200, 290];
  const source: BundleSource = {
    created: new Date('2026-11-24T09:00:00Z'),
    subject: { consentId: SAMPLE_CONSENT },
    parties: [
      {
        party_id: 'controller',
        party_name: 'Example GmbH',
        party_role: 'controller',
        party_contact: 'privacy@example.com',
      },
      { party_id: 'statistics', party_name: 'Statistics Ltd', party_role: 'processor' },
    ],
    retention: { retention_period: 'P36M', rule: 'Records are deleted 36 months after they were made.' },
    items: await Promise.all(
      ofVisitor.map(async (index) => ({
        index,
        item: items[index]!,
        proof: await proofOfEntry(store, newest.checkpoint, index),
      })),
    ),
    documents: [
      {
        bytes: snapshot,
        mediaType: 'application/json',
        role: 'snapshot',
        title: 'What was shown, in English',
      },
      { bytes: legalText, mediaType: 'text/markdown', role: 'legal-text', title: 'Privacy policy' },
      { bytes: presentation, mediaType: 'application/json', role: 'presentation', title: 'The banner' },
    ],
    reconstructed: [
      {
        snapshot: sha256Hex(snapshot),
        model: 'opt-out',
        locale: 'en',
        style: '',
        html: '<section data-consent-banner><p>We count visits.</p></section>',
      },
    ],
    checkpoint: newest.checkpoint,
    keys: utf8Text(files.get('keys')!),
    earlier: [
      {
        checkpoint: first.checkpoint,
        consistency: await consistencyProof(
          unverifiedCheckpoint(first.checkpoint).size,
          newest.head.size,
          treeReader(store, newest.head.size),
        ),
      },
    ],
  };
  return { log, files, items, source };
}
