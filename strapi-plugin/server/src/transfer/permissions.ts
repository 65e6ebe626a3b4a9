import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { readLocales } from '../content/locales';
import { type ContentChecker, contentChecker, forbid } from '../http/admin';
import type { ContentAction } from '../http/admin-route';
import { fieldsOf, KIND_NAMES, KINDS, type Kind } from './kinds';

/** All that is known of a row which a file may hold, so that only rules pass that are limited to nothing else. */
interface AnyRow {
  /** Absent where the type is not localized. */
  locale?: string;
}

/** These are given for some fields of a type only, where a role says so. */
const BY_FIELD: readonly ContentAction[] = ['create', 'read', 'update'];

/** Whether the role may read all that a file holds; else the 403 that names what it lacks is answered. */
export const mayExport = (strapi: Core.Strapi, ctx: Context): Promise<boolean> =>
  allowed(strapi, ctx, 'An export', () => ['read']);

/** Whether the role may do by hand all that a file can do; else the 403 that names what it lacks is answered. */
export const mayImport = (strapi: Core.Strapi, ctx: Context): Promise<boolean> =>
  allowed(strapi, ctx, 'An import', (kind) => [
    ...(['create', 'update', 'delete'] as const),
    ...(kind === 'legalPages' ? (['publish'] as const) : []),
  ]);

async function allowed(
  strapi: Core.Strapi,
  ctx: Context,
  what: string,
  actionsOn: (kind: Kind) => ContentAction[],
): Promise<boolean> {
  const { all } = await readLocales(strapi);
  // Settings have permissions of their own, which the route asks for.
  const kinds = KIND_NAMES.filter((kind) => kind !== 'settings');
  const lacking = kinds.flatMap((kind) => {
    const { uid } = KINDS[kind];
    const { displayName } = strapi.contentType(uid).info;
    const { can } = contentChecker(strapi, ctx, uid);
    const rows = rowsOf(strapi, kind, all);
    return actionsOn(kind)
      .map((action) => ({ action, refused: rows.filter((row) => !mayDo(can, strapi, kind, action, row)) }))
      .filter(({ refused }) => refused.length > 0)
      .map(({ action, refused }) => `${displayName}: ${action}${where(refused, rows)}`);
  });
  if (lacking.length === 0) return true;
  return forbid(
    ctx,
    `${what} also needs these permissions, on all fields, in all languages and without conditions: ${lacking.join(', ')}`,
  );
}

function rowsOf(strapi: Core.Strapi, kind: Kind, locales: readonly string[]): AnyRow[] {
  const { pluginOptions } = strapi.contentType(KINDS[kind].uid) as {
    pluginOptions?: { i18n?: { localized?: boolean } };
  };
  return pluginOptions?.i18n?.localized ? locales.map((locale) => ({ locale })) : [{}];
}

function mayDo(
  can: ContentChecker['can'],
  strapi: Core.Strapi,
  kind: Kind,
  action: ContentAction,
  row: AnyRow,
): boolean {
  if (!BY_FIELD.includes(action)) return can[action](row);
  const { shared, localized } = fieldsOf(strapi, kind);
  return Object.keys({ ...shared, ...localized }).every((field) => can[action](row, field));
}

/** The languages, where the others are allowed: they are then what the role lacks. */
function where(refused: readonly AnyRow[], rows: readonly AnyRow[]): string {
  if (refused.length === rows.length) return '';
  return ` (${refused.map(({ locale }) => locale).join(', ')})`;
}
