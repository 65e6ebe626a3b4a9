import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import type { AddressIndex, EntryPlace, Wanted } from './address-index';
import { embedsJob } from './job';
import { type Judge, readJudge } from './judgement';
import { hasDrafts } from './reading';
import { type ReadableScope, readableScopes } from './scopes';
import { categoryLabels, type Service, servicesOf } from './services';

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

/** So many entries are asked one by one whether a role may read them. */
const ASKED_ENTRIES = 50;

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
  const found: Counted[] = [];
  for (const wanted of undeclared(await job.index.hosts(), judge)) {
    const counted = await counts(job.index, wanted, scopes);
    if (counted.entries > 0) found.push(counted);
  }
  found.sort((one, other) => other.entries - one.entries || (one.wanted.host < other.wanted.host ? -1 : 1));
  const label = await categoryLabels(strapi, language);
  const shown = found.slice(0, SHOWN_HOSTS);
  const places = await describe(
    strapi,
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

async function counts(
  index: AddressIndex,
  wanted: Wanted,
  scopes: readonly ReadableScope[],
): Promise<Counted> {
  const free = scopes.filter(({ mayRead }) => mayRead === null);
  const entries = await index.count(wanted, free);
  const counted: Counted = {
    wanted,
    entries,
    isAtLeast: false,
    places: entries > 0 ? await index.places(wanted, free, SHOWN_PLACES) : [],
  };
  for (const scope of scopes) {
    if (!scope.mayRead) continue;
    const some = await index.places(wanted, [scope], ASKED_ENTRIES + 1);
    counted.isAtLeast ||= some.length > ASKED_ENTRIES;
    for (const place of some.slice(0, ASKED_ENTRIES)) {
      const isCounted = counted.places.some((one) => keyOf(one) === keyOf(place));
      if (isCounted || !(await scope.mayRead(place))) continue;
      counted.entries += 1;
      if (counted.places.length < SHOWN_PLACES) counted.places.push(place);
    }
  }
  return counted;
}

const keyOf = ({ uid, documentId, locale }: EntryPlace): string => JSON.stringify([uid, documentId, locale]);

interface Configuration {
  settings?: { mainField?: string };
}

/** Places by their key, with the names that the content manager gives entries; without those that are gone. */
async function describe(
  strapi: Core.Strapi,
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
    const named = mainField && mainField in attributes ? mainField : 'documentId';
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
