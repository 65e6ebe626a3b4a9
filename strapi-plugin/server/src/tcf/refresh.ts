import { vendorListLanguage } from '@permesso/consent-core/texts';
import type { Core } from '@strapi/strapi';
import { readLocales } from '../content/locales';
import type { Database, DatabaseClient } from '../database/named-lock';
import { getPluginOptions } from '../options';
import type { TcfOptions } from '../options.tcf';
import { fetchList } from './fetch-list';
import { keepList, type ListKind, listOf, newestOf } from './kept-lists';
import { readProviders, translationSchema, type VendorList, vendorListSchema } from './vendor-list';

export const tcfDatabase = (strapi: Core.Strapi): Database => ({
  connection: strapi.db.connection,
  client: strapi.db.dialect.client as DatabaseClient,
});

interface Renewal {
  strapi: Core.Strapi;
  tcf: TcfOptions;
  now: Date;
  fetchText(address: string): Promise<string | null>;
}

/**
 * Fetches the lists and keeps what is valid. Where one does not come, or is none, the last good one stays, and the log says why:
 * pages go on with it. Nothing is fetched while the option `tcf` is left out.
 *
 * @param kinds those that are due: each is fetched as often as its publisher wants it, whatever becomes of the other
 * @returns whether all came
 */
export async function refreshVendorLists(
  strapi: Core.Strapi,
  now = new Date(),
  ended?: AbortSignal,
  kinds: readonly ListKind[] = ['list', 'providers'],
): Promise<boolean> {
  const { tcf } = getPluginOptions(strapi);
  if (!tcf) return true;
  const renewal: Renewal = { strapi, tcf, now, fetchText: (address) => fetchList(address, ended) };
  const attempt = async (what: string, work: () => Promise<void>): Promise<boolean> => {
    try {
      await work();
      return true;
    } catch (error) {
      strapi.log.warn(
        `consent: ${what} was not renewed, the last good one stays: ${(error as Error).message}`,
      );
      return false;
    }
  };
  const lists = !kinds.includes('list') || (await attempt('the vendor list', () => renewVendorList(renewal)));
  const providers =
    !kinds.includes('providers') ||
    (await attempt("Google's list of providers", () => renewProviders(renewal)));
  return lists && providers;
}

async function renewVendorList(renewal: Renewal): Promise<void> {
  const { strapi, tcf, now } = renewal;
  const { vendorListUrl } = tcf;
  const database = tcfDatabase(strapi);
  const list = await readVendorList(renewal);
  const version = list.vendorListVersion;
  const newest = await newestOf(database, 'list');
  // Somebody in between may have kept an old copy: a string must not name less than what is there already.
  if (newest && version < newest.version) {
    throw new Error(`${vendorListUrl} has version ${version}, older than ${newest.version}`);
  }
  await renewTexts(renewal, version);
  // Last, as from then on it is served.
  await keepList(database, { kind: 'list', version }, list, now);
}

async function readVendorList({ tcf: { vendorListUrl: address }, fetchText }: Renewal): Promise<VendorList> {
  const text = await fetchText(address);
  if (text === null) throw new Error(`${address} answered 404`);
  const parsed = vendorListSchema.safeParse(jsonOf(text));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Error(
    `${address} is no vendor list of specification 3: ${issue?.path.join('.')}: ${issue?.message}`,
  );
}

/** The translations into the languages of the content, once for each version; one that does not come is asked for again with the list. */
async function renewTexts({ strapi, tcf, now, fetchText }: Renewal, version: number): Promise<void> {
  const database = tcfDatabase(strapi);
  const { all } = await readLocales(strapi);
  const languages = new Set(all.map(vendorListLanguage));
  languages.delete('en');
  for (const language of languages) {
    if (await listOf(database, 'texts', version, language)) continue;
    const address = new URL(`purposes-${language}.json`, tcf.vendorListUrl).href;
    try {
      const text = await fetchText(address);
      if (text === null) continue;
      await keepList(
        database,
        { kind: 'texts', version, language },
        translationSchema.parse(jsonOf(text)),
        now,
      );
    } catch (error) {
      strapi.log.warn(
        `consent: the vendor list has no new texts for "${language}": ${address}: ${(error as Error).message}`,
      );
    }
  }
}

async function renewProviders({ strapi, tcf, now, fetchText }: Renewal): Promise<void> {
  const { additionalConsentUrl } = tcf;
  if (!additionalConsentUrl) return;
  const database = tcfDatabase(strapi);
  const text = await fetchText(additionalConsentUrl);
  if (text === null) throw new Error(`${additionalConsentUrl} answered 404`);
  const providers = readProviders(text);
  const newest = await newestOf(database, 'providers');
  const last = newest && (await listOf<object>(database, 'providers', newest.version));
  const isSame = last !== null && JSON.stringify(last.content) === JSON.stringify(providers);
  // It has no version of its own: here each change is one.
  const version = isSame ? newest!.version : (newest?.version ?? 0) + 1;
  await keepList(database, { kind: 'providers', version }, providers, now);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
