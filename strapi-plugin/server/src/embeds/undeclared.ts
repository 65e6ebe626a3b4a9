import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { contentChecker } from '../http/admin';
import type { AddressIndex, EntryPlace, Wanted } from './address-index';
import { categoryLabels, type Service, servicesOf } from './embedded-services';
import { embedsJob } from './job';
import { type Judge, readJudge } from './judgement';
import { hasDrafts } from './reading';
import { type ReadableScope, readableScopes } from './scopes';

/** A host that published content loads from, and no tracker of the site answers for. */
export interface UndeclaredHost extends Service {
  /** Empty: code that names no host. */
  host: string;
  /** How many entries do, each language for itself. */
  entries: number;
  /** There are more: the role's conditions have to be asked for each entry, and were for some. */
  isAtLeast: boolean;
  /** The first of them. */
  places: UndeclaredPlace[];
}

export interface UndeclaredPlace extends EntryPlace {
  title: string;
  /** Name of the type, as its schema has it. */
  type: string;
  isSingle: boolean;
}

export interface UndeclaredHosts {
  /** Null where nothing is read, as the option says. */
  reading: { entries: number; isUnderWay: boolean } | null;
  hosts: UndeclaredHost[];
  /** How many hosts there are beside those. */
  more: number;
}

/** So many hosts are told of, those of most entries first, and of each so many entries. */
const SHOWN_HOSTS = 50;
const SHOWN_PLACES = 10;

/** So many entries are asked one by one whether a role may read them: of one host, and in all. */
const ASKED_OF_HOST = 50;
const ASKED_IN_ALL = 500;

/** What published content loads from hosts that nobody declared, as far as the administrator may read it. */
export async function undeclaredHosts(
  strapi: Core.Strapi,
  ctx: Context,
  language: string,
): Promise<UndeclaredHosts> {
  const job = embedsJob(strapi);
  if (!job) return { reading: null, hosts: [], more: 0 };
  const state = await job.index.state();
  const scopes = readableScopes(strapi, ctx);
  const judge = await readJudge(strapi);
  const found = await counted(job.index, undeclared(await job.index.hosts(), judge), scopes);
  const label = await categoryLabels(strapi, language);
  const shown = found.slice(0, SHOWN_HOSTS);
  for (const one of shown) await addPlaces(job.index, one, scopes);
  const places = await describe(
    strapi,
    ctx,
    shown.flatMap((one) => one.places),
  );
  return {
    reading: { entries: state?.entries ?? 0, isUnderWay: !state?.endedAt },
    hosts: shown.map(({ wanted: { host }, entries, isAtLeast, places: some }) => {
      const [service] = servicesOf({ host, path: some[0]?.path ?? '/' }, judge, label) as [Service];
      return {
        ...service,
        host,
        entries,
        isAtLeast,
        places: some.flatMap((one) => places.get(keyOf(one)) ?? []),
      };
    }),
    more: found.length - shown.length,
  };
}

/** Hosts of which some address at least is none that a tracker of the site answers for. */
function undeclared(hosts: readonly string[], judge: Judge): Wanted[] {
  return hosts.flatMap((host) => {
    if (judge.isOwn(host)) return [];
    const except = judge.servedPaths(host);
    return except.includes('') ? [] : [{ host, except }];
  });
}

interface Counted {
  wanted: Wanted;
  entries: number;
  isAtLeast: boolean;
  places: (EntryPlace & { path: string })[];
}

/** Those that somebody may know of, the most frequent first. */
async function counted(
  index: AddressIndex,
  all: readonly Wanted[],
  scopes: readonly ReadableScope[],
): Promise<Counted[]> {
  const entries = await index.count(all, scopes.filter(isFree));
  const found = all.map(
    (wanted): Counted => ({ wanted, entries: entries.get(wanted.host) ?? 0, isAtLeast: false, places: [] }),
  );
  let left = ASKED_IN_ALL;
  for (const scope of scopes) {
    const { mayRead } = scope;
    if (!mayRead) continue;
    for (const one of found) {
      const most = Math.min(left, ASKED_OF_HOST);
      const some = await index.places(one.wanted, [scope], most + 1);
      one.isAtLeast ||= some.length > most;
      left -= Math.min(some.length, most);
      for (const place of some.slice(0, most)) {
        const isKnown = one.places.some((known) => keyOf(known) === keyOf(place));
        if (isKnown || !(await mayRead(place))) continue;
        one.entries += 1;
        one.places.push(place);
      }
      if (left === 0) break;
    }
  }
  return found
    .filter((one) => one.entries > 0)
    .sort((one, other) => other.entries - one.entries || (one.wanted.host < other.wanted.host ? -1 : 1));
}

const isFree = ({ mayRead }: ReadableScope): boolean => mayRead === null;

async function addPlaces(index: AddressIndex, one: Counted, scopes: readonly ReadableScope[]): Promise<void> {
  const free = await index.places(one.wanted, scopes.filter(isFree), SHOWN_PLACES);
  one.places = [...free, ...one.places].slice(0, SHOWN_PLACES);
}

const keyOf = ({ uid, documentId, locale }: EntryPlace): string => JSON.stringify([uid, documentId, locale]);

interface Configuration {
  settings?: { mainField?: string };
}

/** Places by their key, with the names that the content manager gives entries where the role may read them; without those that are gone. */
async function describe(
  strapi: Core.Strapi,
  ctx: Context,
  places: readonly EntryPlace[],
): Promise<Map<string, UndeclaredPlace>> {
  const described = new Map<string, UndeclaredPlace>();
  for (const uid of new Set(places.map((place) => place.uid))) {
    const type = Reflect.get(strapi.contentTypes, uid);
    const { attributes } = strapi.db.metadata.get(uid);
    const configuration: Configuration = await strapi
      .plugin('content-manager')
      .service('content-types')
      .findConfiguration(type);
    const { mainField } = configuration.settings ?? {};
    const isShown =
      mainField && mainField in attributes && contentChecker(strapi, ctx, uid).can.read(undefined, mainField);
    const named = isShown ? mainField : 'documentId';
    const documentIds = places.filter((place) => place.uid === uid).map(({ documentId }) => documentId);
    const rows: Record<string, unknown>[] = await strapi.db.query(uid).findMany({
      where: {
        documentId: { $in: [...new Set(documentIds)] },
        ...(hasDrafts(strapi, uid) ? { publishedAt: { $notNull: true } } : {}),
      },
      select: ['documentId', ...('locale' in attributes ? ['locale'] : []), named],
    });
    for (const row of rows) {
      const place = { uid, documentId: String(row.documentId), locale: String(row.locale ?? '') };
      described.set(keyOf(place), {
        ...place,
        title: String(row[named] ?? row.documentId),
        type: type.info.displayName,
        isSingle: type.kind === 'singleType',
      });
    }
  }
  return described;
}
