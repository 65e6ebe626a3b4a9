import { afterEach, expect, it } from 'vitest';
import { DEFAULT_SEND_PATH, deliveryText, sendReport } from '../../scan/report/delivery';
import type { ScanReport } from '../../scan/report/schema';
import { type Reply, startCms, type TestCms } from './support/cms';

const REPORT = { type: 'permesso/scan/v1', id: '0f8fad5b-d9cb-469f-a165-70867728950e' } as ScanReport;
const TAKEN = { id: 7, findings: { new: 2, known: 1, returned: 1, gone: 3 } };

let server: TestCms;
afterEach(() => server.stop());

async function cms(...replies: (Reply | null)[]): Promise<string> {
  server = await startCms(...replies);
  return server.address;
}

/** Sends without waiting; answers with what it would have waited, in milliseconds, beside what came of it. */
async function send(address: string, path: string = DEFAULT_SEND_PATH) {
  const waited: number[] = [];
  const result = await sendReport(REPORT, { address, path, token: 'secret' }, async (milliseconds) =>
    waited.push(milliseconds),
  ).then(deliveryText, (error: Error) => error.message);
  return { waited, result };
}

it('posts the report with the token, and says what the CMS made of it', async () => {
  const { result } = await send(`${await cms({ status: 201, body: TAKEN })}/cms/`);
  expect(server.received).toEqual([
    { path: '/cms/api/consent/scans', authorization: 'Bearer secret', body: JSON.stringify(REPORT) },
  ]);
  expect(result).toBe('the CMS has taken the report: 2 new, 1 came back, 1 known, 3 gone');
});

it('takes another path, and a report that the CMS had before', async () => {
  const { result } = await send(await cms({ status: 200, body: TAKEN }), '/content/consent/scans');
  expect(server.received[0]?.path).toBe('/content/consent/scans');
  expect(result).toBe('the CMS had this report before');
});

it('tries again while the CMS is busy, broken or out of reach, with growing pauses', async () => {
  const address = await cms({ status: 429 }, { status: 503 }, null, { status: 201, body: TAKEN });
  const { waited, result } = await send(address);
  expect(result).toContain('has taken the report');
  expect(waited).toEqual([1_000, 5_000, 15_000]);
});

it('gives up after the third time more, and says why', async () => {
  const { result } = await send(await cms({ status: 500, body: { error: { message: 'no database' } } }));
  expect(server.received).toHaveLength(4);
  expect(result).toMatch(/it answers 500; look into the log of the CMS \(it says: no database\)$/);
});

it('waits for as long as it is asked to, within a bound', async () => {
  const asked = (wait: string) => ({ status: 429, headers: { 'retry-after': wait } });
  const soon = new Date(Date.now() + 30_000).toUTCString();
  const { waited } = await send(await cms(asked('7'), asked('86400'), asked(soon), asked('never')));
  expect(waited.slice(0, 2)).toEqual([7_000, 60_000]);
  expect(waited[2]).toBeGreaterThan(25_000);
  expect(waited[2]).toBeLessThanOrEqual(30_000);
});

it.each([
  [
    { status: 400, body: { error: { message: 'findings.0.rule' } } },
    /same version \(it says: findings\.0\.rule\)/,
  ],
  [{ status: 401 }, /put a valid API token of the CMS into CONSENT_SCAN_TOKEN$/],
  [{ status: 403 }, /the token may not send scans/],
  [{ status: 404, body: '<html>' }, /without \/api and \/admin, or name --send-path$/],
  [{ status: 413 }, /raise jsonLimit/],
  [
    { status: 301, headers: { location: 'https://elsewhere.example/' } },
    /it leads to https:\/\/elsewhere\.example\//,
  ],
  [{ status: 400, body: { error: { message: '\u001b[31m\u202ered' } } }, /\(it says: \[31m red\)$/],
])('says what to change after %j, and does not insist', async (reply, sentence) => {
  const { result, waited } = await send(await cms(reply));
  expect(result).toMatch(sentence);
  expect(waited).toEqual([]);
  expect(server.received).toHaveLength(1);
});

it('says that nobody is there', async () => {
  const address = await cms({ status: 201 });
  server.stop();
  const { result } = await send(address);
  expect(result).toMatch(/it is not reached \(ECONNREFUSED\)/);
});
