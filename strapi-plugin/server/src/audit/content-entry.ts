import type { Core } from '@strapi/strapi';
import type { AuditAction, AuditChange, NewAuditEntry } from '../evidence/audit';
import { changesBetween, nameOf } from '../transfer/differences';
import type { Item } from '../transfer/format';
import { KINDS, type Kind } from '../transfer/kinds';
import { entryOf } from './trail';

interface DocumentChange {
  kind: Kind;
  documentId: string;
  before: Item | null;
  after: Item | null;
}

/** What became of a document, value by value; null where nothing is different. */
export function contentEntry(
  strapi: Core.Strapi,
  { kind, documentId, before, after }: DocumentChange,
): NewAuditEntry | null {
  const present = after ?? before;
  const changes = changesBetween(before, after);
  if (!present || changes.length === 0) return null;
  const title = nameOf(kind, present) || null;
  return entryOf(strapi, {
    action: actionOf(before, after, changes),
    subject: { uid: KINDS[kind].uid, id: documentId, title, locale: onlyLocale(changes) },
    changes,
  });
}

function actionOf(before: Item | null, after: Item | null, changes: readonly AuditChange[]): AuditAction {
  if (!before) return 'create';
  if (!after) return 'delete';
  if (before.published && !after.published) return 'unpublish';
  return changes.some(({ path }) => path.startsWith('published.')) ? 'publish' : 'update';
}

/** The one language that all changes are about. */
function onlyLocale(changes: readonly AuditChange[]): string | null {
  const locales = changes.map(({ path }) => /^(?:published\.)?locales\.([^.]+)\./.exec(path)?.[1] ?? null);
  return new Set(locales).size === 1 ? (locales[0] ?? null) : null;
}
