import type { Core } from '@strapi/strapi';
import { LRUCache } from 'lru-cache';
import { contentHash } from '../content/hash';
import { negotiateLocale } from '../content/locale-negotiation';
import { getPluginOptions } from '../options';
import { pluginService } from '../plugin-service';
import { getProcessorsService } from '../processors/service';
import { getVersionsService, type Published } from '../versions/service';
import {
  type LegalPageAnswer,
  type LegalPageSummary,
  pageAnswer,
  pageRow,
  pageSummaries,
} from './page-answer';
import { legalSettings } from './setting-values';
import { legalTables } from './tables';

export interface LegalPagesService {
  /** The published pages, by slug, each in this locale or else the default one. */
  list(locale?: string | null): Promise<LegalPageSummary[] | null>;
  /** A published page, or null when there is none of that slug or legal pages are off. */
  page(slug: string, locale?: string | null): Promise<RenderedPage | null>;
}

interface RenderedPage {
  page: LegalPageAnswer;
  etag: string;
}

/** A page, and the reading of the register that its tables were made from. */
interface KeptPage extends RenderedPage {
  register: object | null;
}

export const getLegalPagesService = pluginService<LegalPagesService>('legalPages');

export function legalPagesService({ strapi }: { strapi: Core.Strapi }): LegalPagesService {
  const enabled = getPluginOptions(strapi).legalPages;
  const published = () => getVersionsService(strapi).published();
  // Tied to one reading of the content and one of the register: when either is dropped, the pages made from it are.
  // A page that outlived one of them would be as old as both caches together.
  const rendered = new WeakMap<Published, LRUCache<string, KeptPage>>();
  return {
    list: async (asked) => (enabled ? pageSummaries(await published(), asked) : null),
    async page(slug, asked) {
      if (!enabled) return null;
      const reading = await published();
      const locale = negotiateLocale(reading.content.locales, asked, null);
      const row = await pageRow(reading, slug, locale);
      if (!row) return null;
      const register = await getProcessorsService(strapi).reading();
      const pages = rendered.get(reading) ?? new LRUCache({ max: 200 });
      rendered.set(reading, pages);
      const known = pages.get(`${slug} ${locale}`);
      if (known?.register === register) return known;
      const page = await pageAnswer(row, {
        published: reading,
        settings: await legalSettings(strapi),
        tables: (written) => legalTables(strapi, written),
      });
      const result = { page, etag: `"${contentHash(page).slice(0, 16)}"`, register };
      pages.set(`${slug} ${locale}`, result);
      return result;
    },
  };
}
