import type { Core } from '@strapi/strapi';
import { afterCommit } from '../database/after-commit';
import type { WrittenDocuments } from './queue';
import { hasDrafts } from './reading';
import { richTextTypes } from './rich-text';

interface LifecycleEvent {
  model: { uid: string };
  params: { where?: object; data?: object };
  result?: { id?: number; documentId?: string; publishedAt?: unknown; ids?: number[] };
  /** The same object before and after one write. */
  state: { embeds?: string[] | null };
}

/** So many documents of one statement are told apart. */
const MOST = 1000;

/**
 * Notes which documents are written to, whatever path a write takes: each ends in rows. After the commit; a draft that is
 * saved changes nothing that is published. In register().
 */
export function noteWrites(strapi: Core.Strapi, written: WrittenDocuments): void {
  const note = afterCommit<string>(strapi, async (places) => {
    for (const place of places) {
      const [uid = '', documentId = ''] = place.split(' ');
      if (documentId) written.add(uid, documentId);
      else written.addAll();
    }
  });
  const isRead = ({ model: { uid } }: LifecycleEvent) => richTextTypes(strapi).has(uid);

  const documentsOf = async (uid: string, where: object): Promise<string[] | null> => {
    const rows: { documentId: string }[] = await strapi.db
      .query(uid)
      .findMany({ where, select: ['documentId'], limit: MOST + 1 });
    return rows.length > MOST ? null : [...new Set(rows.map(({ documentId }) => documentId))];
  };
  const noteAll = async (uid: string, documentIds: readonly string[] | null): Promise<void> => {
    if (documentIds === null) return note(`${uid} `);
    for (const documentId of documentIds) await note(`${uid} ${documentId}`);
  };

  const one = async (event: LifecycleEvent): Promise<void> => {
    const { model, params, result } = event;
    if (!isRead(event) || !result || isDraft(strapi, event)) return;
    const documentId = result.documentId ?? null;
    if (documentId) return note(`${model.uid} ${documentId}`);
    await noteAll(model.uid, await documentsOf(model.uid, params.where ?? { id: result.id }));
  };
  const beforeMany = async (event: LifecycleEvent): Promise<void> => {
    if (isRead(event)) event.state.embeds = await documentsOf(event.model.uid, event.params.where ?? {});
  };
  const afterMany = async (event: LifecycleEvent): Promise<void> => {
    if (isRead(event)) await noteAll(event.model.uid, event.state.embeds ?? null);
  };
  const createdMany = async (event: LifecycleEvent): Promise<void> => {
    const { model, result } = event;
    if (!isRead(event) || !result?.ids) return;
    await noteAll(model.uid, await documentsOf(model.uid, { id: { $in: result.ids } }));
  };
  strapi.db.lifecycles.subscribe({
    afterCreate: one,
    afterUpdate: one,
    afterDelete: one,
    afterCreateMany: createdMany,
    beforeUpdateMany: beforeMany,
    afterUpdateMany: afterMany,
    beforeDeleteMany: beforeMany,
    afterDeleteMany: afterMany,
  } as unknown as Parameters<typeof strapi.db.lifecycles.subscribe>[0]);
}

/** A row that is no published one, and was none before. One that is changed may have been. */
const isDraft = (strapi: Core.Strapi, { model, params, result }: LifecycleEvent): boolean =>
  result?.publishedAt === null && hasDrafts(strapi, model.uid) && !(params.data && params.where);
