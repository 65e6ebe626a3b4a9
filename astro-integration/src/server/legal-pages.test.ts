import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DocumentsCms, serveDocuments } from '../../tests/legal/documents-cms.ts';
import { legalPage } from './legal-pages.ts';

let cms: DocumentsCms;
beforeAll(async () => {
  cms = await serveDocuments();
});
afterAll(() => cms.stop());

it('outlives an outage of the CMS, however many addresses visitors made up before', async () => {
  const api = `${cms.url}/api/consent`;
  expect((await legalPage('privacy', 'en', api))?.slug).toBe('privacy');
  for (let n = 0; n < 520; n += 1) expect(await legalPage(`x${n}`, 'en', api)).toBeNull();
  cms.mood = 'away';
  expect((await legalPage('privacy', 'en', api))?.slug).toBe('privacy');
});
