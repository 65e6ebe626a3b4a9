import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { decodeTcString } from '../tcf/decoder.ts';
import type { Fixture } from './harness.ts';

/** A site with vendors, as all tests of it have it: so it is built once. */
export const ADVERTISING: Fixture = {
  options: {
    tcf: {
      cmpId: 31,
      cmpVersion: 4,
      publisherCountryCode: 'de',
      category: 'marketing',
      vendors: [1, 2, 3, 5],
      additionalConsentProviders: [43, 89],
      publisherRestrictions: [{ purpose: 4, type: 'not-allowed' }],
    },
  },
  astro: { srcDir: './usual', security: { csp: true } },
};

export interface TcData {
  tcString?: string;
  eventStatus?: string;
  cmpStatus: string;
  gdprApplies?: boolean;
  listenerId?: number;
  addtlConsent?: string;
  displayStatus?: string;
}

type TcfApi = (
  command: string,
  version: number,
  callback: (answer: TcData, success: boolean) => void,
  parameter?: unknown,
) => void;

export type ListeningPage = Window & { __tcfapi: TcfApi; heard: [TcData, boolean][] };

/** Asks before anything of the page has run, as vendors' scripts do, and notes what they hear. */
export const listen = (page: Page) =>
  page.addInitScript(() => {
    if (window !== top) return;
    const vendor = window as unknown as ListeningPage;
    vendor.heard = [];
    document.addEventListener('DOMContentLoaded', () =>
      vendor.__tcfapi('addEventListener', 2, (data, success) =>
        vendor.heard.push([structuredClone(data), success]),
      ),
    );
  });

export const heard = (page: Page) => page.evaluate(() => (window as unknown as ListeningPage).heard);

/** The last thing that a listener heard. */
export const last = async (page: Page): Promise<TcData> =>
  (await heard(page)).at(-1)?.[0] ?? { cmpStatus: 'none' };

/** Of the last thing that a listener heard, on a machine that may have other work. */
export const lastEvent = (page: Page) =>
  expect.poll(async () => (await last(page)).eventStatus, { timeout: 10_000 });

/** The string of it, decoded. */
export const said = async (page: Page) => decodeTcString((await last(page)).tcString ?? '');

type AskingFrame = Window & { answers: unknown[] };

/** Has a frame of the page ask for a command that an API does not have, and comes back once the page has got it. */
export async function askUnknown(page: Page, api: '__tcfapi' | '__gpp'): Promise<void> {
  await page.evaluate(() => {
    const frame = document.createElement('iframe');
    frame.name = 'asking';
    document.body.append(frame);
  });
  await page.frame('asking')!.evaluate(
    (name) =>
      new Promise<void>((resolve) => {
        const own = window as unknown as AskingFrame;
        own.answers = [];
        addEventListener('message', ({ data }) => {
          if (data[`${name}Return`]?.callId === 'last') resolve();
          else own.answers.push(data);
        });
        for (const [command, callId] of [
          // As every class has one.
          ['name', 'name'],
          ['ping', 'last'],
        ])
          parent.postMessage({ [`${name}Call`]: { command, version: 2, callId } }, '*');
      }),
    api,
  );
}

/** What the frame that asked was answered. */
export const answers = (page: Page) =>
  page.frame('asking')!.evaluate(() => (window as unknown as AskingFrame).answers);

type ReportingPage = Window & { reported: string[] };

/** Notes what is reported in the page, which is then no failure of it. */
export const noteReported = (page: Page) =>
  page.addInitScript(() => {
    const own = window as unknown as ReportingPage;
    own.reported = [];
    addEventListener('error', (event) => {
      own.reported.push((event.error as Error).message);
      event.preventDefault();
    });
  });

export const reported = (page: Page) => page.evaluate(() => (window as unknown as ReportingPage).reported);
