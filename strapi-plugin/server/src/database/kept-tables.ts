import type { Core } from '@strapi/strapi';
import { isOwnType } from '../uids';

/** A table that Strapi keeps, as it writes it down itself. */
type KeptTable = string | { name: string };

const KEPT = { type: 'core', key: 'persisted_tables' } as const;

/**
 * Strapi drops the tables of a plugin that a start finds switched off, as after a return to an older release.
 * Evidence must outlive that, and what editors wrote is a part of it: so all tables of the plugin are entered among
 * those that Strapi keeps.
 *
 * It has a service for that, `admin::persist-tables`, in its Enterprise Edition alone; this writes what that one writes.
 */
export async function keepTables(strapi: Core.Strapi): Promise<void> {
  const kept = ((await strapi.store.get(KEPT)) ?? []) as KeptTable[];
  const known = new Set(kept.map((table) => (typeof table === 'string' ? table : table.name)));
  const missing = ownTables(strapi).filter((name) => !known.has(name));
  if (missing.length === 0) return;
  await strapi.store.set({ ...KEPT, value: [...kept, ...missing.map((name) => ({ name }))] });
}

/** Those of the content types, and those that link them to each other. */
function ownTables(strapi: Core.Strapi): string[] {
  const own = [...strapi.db.metadata.values()].filter(({ uid }) => isOwnType(uid));
  const links = own.flatMap(({ attributes }) =>
    Object.values(attributes).flatMap((attribute) =>
      'joinTable' in attribute && attribute.joinTable ? [attribute.joinTable.name] : [],
    ),
  );
  return [...new Set([...own.map(({ tableName }) => tableName), ...links])];
}
