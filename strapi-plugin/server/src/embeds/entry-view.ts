import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { contentChecker } from '../http/admin';
import { documentRows } from '../http/document-rows';
import { errors } from '../http/errors';
import { categoryLabels, type EmbeddedService, Services } from './embedded-services';
import { embedsOf } from './entry-embeds';
import { readJudge } from './judgement';
import { hasDrafts } from './reading';
import { queryOf, type RichText, richTextTypes } from './rich-text';

export interface EntryEmbeds {
  /** False: entries of this type can embed nothing. */
  richText: boolean;
  services: EmbeddedService[];
}

export interface AskedEntry {
  uid: string;
  documentId: string;
  locale: string | null;
  status: 'draft' | 'published';
}

interface Row {
  id: number;
  locale?: string | null;
  publishedAt?: unknown;
}

/**
 * What a stored entry embeds, as far as the administrator's role may read it in the content manager.
 *
 * @param language of the administrator
 * @throws {errors.NotFoundError} where there is no such entry.
 * @throws {errors.ForbiddenError} where the role may not read it.
 */
export async function entryEmbeds(
  strapi: Core.Strapi,
  ctx: Context,
  asked: AskedEntry,
  language: string,
): Promise<EntryEmbeds> {
  const richText = richTextTypes(strapi).get(asked.uid);
  if (!richText) return { richText: false, services: [] };
  const { can, sanitizedQuery } = contentChecker(strapi, ctx, asked.uid);
  if (!can.read()) throw new errors.ForbiddenError();
  const rows = await documentRows(strapi, asked.uid, asked.documentId, await sanitizedQuery.read({}));
  const row = (rows as Row[]).find((one) => isAsked(strapi, one, asked));
  if (!row) throw new errors.NotFoundError('There is no such entry.');
  if (!can.read(row)) throw new errors.ForbiddenError();
  const entry = await textsOf(strapi, asked.uid, row.id, richText);
  const judge = await readJudge(strapi);
  const embeds = embedsOf(entry, richText, judge.own, (field) => can.read(row, field));
  const services = new Services(judge, await categoryLabels(strapi, language));
  for (const { field, addresses } of embeds) {
    for (const address of addresses) services.add(field, address);
  }
  return { richText: true, services: services.all };
}

function isAsked(strapi: Core.Strapi, row: Row, { uid, locale, status }: AskedEntry): boolean {
  if (locale !== null && row.locale && row.locale !== locale) return false;
  return !hasDrafts(strapi, uid) || (row.publishedAt === null) === (status === 'draft');
}

const textsOf = async (strapi: Core.Strapi, uid: string, id: number, richText: RichText): Promise<object> =>
  (await strapi.db.query(uid).findOne({ where: { id }, ...queryOf(richText) })) ?? {};
