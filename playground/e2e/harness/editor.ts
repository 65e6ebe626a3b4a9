import type { Page } from 'playwright-core';
import { DEMO_ADMIN } from '../../run/admin-account.ts';

interface Entry {
  documentId: string;
  [attribute: string]: unknown;
}

/** An editor who is signed in to the CMS and works through the content manager and the settings page, as they do. */
export interface Editor {
  /** Changes texts of the consent settings, English ones where no other locale is named. */
  editTexts(texts: Record<string, string>, locale?: string): Promise<void>;
  /** Changes the English text of the legal page of this slug as a draft. */
  editLegalPage(slug: string, attributes: Record<string, unknown>): Promise<void>;
  /** Changes it and publishes what results. */
  publishLegalPage(slug: string, attributes: Record<string, unknown>): Promise<void>;
  /** Adds a company to the register of processors. */
  addProcessor(attributes: Record<string, unknown>): Promise<void>;
  /** Changes the tracker of this name. */
  editTracker(name: string, attributes: Record<string, unknown>): Promise<void>;
  /** Puts a picture into the media library; the address is relative to the CMS. */
  upload(name: string, png: Buffer): Promise<{ id: number; url: string }>;
  removeUpload(id: number): Promise<void>;
  /** Makes a link that shows on the site what waits. */
  previewLink(order: { url: string; place?: string; locale?: string; gpc?: boolean }): Promise<string>;
}

const SETTINGS = '/consent/settings';
const COLLECTIONS = '/content-manager/collection-types/plugin::consent';
const TRACKERS = `${COLLECTIONS}.tracker`;
const LEGAL_PAGES = `${COLLECTIONS}.legal-page`;
const PROCESSORS = `${COLLECTIONS}.processor`;

export async function signIn(cms: string): Promise<Editor> {
  const call = async (method: string, path: string, body?: unknown, token?: string) => {
    const response = await fetch(`${cms}${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  const { email, password } = DEMO_ADMIN;
  const { data } = (await call('POST', '/admin/login', { email, password })) as { data: { token: string } };

  /** The address of the one entry that has this value in this field. */
  const addressOf = async (collection: string, field: string, value: string): Promise<string> => {
    const query = `?filters[${field}][$eq]=${encodeURIComponent(value)}`;
    const { results } = (await call('GET', `${collection}${query}`, undefined, data.token)) as {
      results: Entry[];
    };
    const [entry] = results;
    if (!entry) throw new Error(`There is no ${collection} with "${value}" as its ${field} in the CMS.`);
    return `${collection}/${entry.documentId}`;
  };
  /** What an editor sees in the form: saving sends all of it. */
  const form = async (address: string): Promise<Record<string, unknown>> => {
    const { data: entry } = (await call('GET', address, undefined, data.token)) as { data: Entry };
    const { title, slug, kind, effectiveDate, content } = entry;
    return { title, slug, kind, effectiveDate, content };
  };

  return {
    async editTexts(texts, locale = 'en') {
      await call('PUT', SETTINGS, { texts: { [locale]: texts } }, data.token);
    },
    async editLegalPage(slug, attributes) {
      const address = await addressOf(LEGAL_PAGES, 'slug', slug);
      await call('PUT', address, { ...(await form(address)), ...attributes }, data.token);
    },
    async publishLegalPage(slug, attributes) {
      const address = await addressOf(LEGAL_PAGES, 'slug', slug);
      const page = { ...(await form(address)), ...attributes };
      await call('POST', `${address}/actions/publish`, page, data.token);
    },
    async addProcessor(attributes) {
      await call('POST', PROCESSORS, attributes, data.token);
    },
    async editTracker(name, attributes) {
      await call('PUT', await addressOf(TRACKERS, 'name', name), attributes, data.token);
    },
    async upload(name, png) {
      const body = new FormData();
      body.append('files', new Blob([new Uint8Array(png)], { type: 'image/png' }), name);
      const headers = { authorization: `Bearer ${data.token}` };
      const response = await fetch(`${cms}/upload`, { method: 'POST', headers, body });
      if (!response.ok) throw new Error(`POST /upload: ${response.status} ${await response.text()}`);
      const [file] = (await response.json()) as { id: number; url: string }[];
      return file!;
    },
    async removeUpload(id) {
      await call('DELETE', `/upload/files/${id}`, undefined, data.token);
    },
    async previewLink(order) {
      const { link } = (await call('POST', '/consent/previews', order, data.token)) as { link: string };
      return link;
    },
  };
}

/** Signs the editor in to the admin of the CMS by its form. */
export async function openAdmin(page: Page, cms: string): Promise<void> {
  await page.goto(`${cms}/admin/auth/login`);
  await page.locator('input[name=email]').fill(DEMO_ADMIN.email);
  await page.locator('input[name=password]').fill(DEMO_ADMIN.password);
  await page.locator('button[type=submit]').click();
  await page.waitForURL((url) => !url.pathname.includes('/auth/'));
}
