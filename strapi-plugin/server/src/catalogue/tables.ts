import type { Core } from '@strapi/strapi';
import { makeMissingTables, type OwnTables } from '../database/missing-tables';
import type { DatabaseClient } from '../database/named-lock';

/**
 * The names by which visitors were asked about single services. A table of the plugin's own: visitors' cookies have these names
 * whatever is imported or transferred into this CMS, where Strapi empties its own settings.
 */
export const SERVICE_NAMES = 'consent_service_names';

/** A name, and what it meant first. */
export interface ServiceNameRow {
  name: string;
  /** Its id. */
  tracker: string;
  /** Milliseconds since 1970, in UTC. */
  noted_at: number;
}

/** The keys under which visitors were asked about categories, kept for the same reason. */
export const CATEGORY_KEYS = 'consent_category_keys';

/** A key that a category was served with. */
export interface CategoryKeyRow {
  /** Its document id. */
  category: string;
  name: string;
  /** Milliseconds since 1970, in UTC. */
  noted_at: number;
}

/** Each is made by itself: an installation may have one of them only. */
const CATALOGUE_TABLES: OwnTables[] = [
  {
    lock: 'consent service names',
    last: SERVICE_NAMES,
    statements: (type) => [
      `create table ${SERVICE_NAMES} (
        name ${type.text(255)} not null primary key,
        tracker ${type.text(64)} not null,
        noted_at ${type.moment} not null
      ) ${type.table}`,
    ],
  },
  {
    lock: 'consent category keys',
    last: CATEGORY_KEYS,
    statements: (type) => [
      `create table ${CATEGORY_KEYS} (
        category ${type.text(64)} not null,
        name ${type.text(255)} not null,
        noted_at ${type.moment} not null,
        primary key (category, name)
      ) ${type.table}`,
    ],
  },
];

/** In bootstrap(), before anything is served or written. */
export async function prepareCatalogueTables({ db }: Core.Strapi): Promise<void> {
  const database = { connection: db.connection, client: db.dialect.client as DatabaseClient };
  for (const tables of CATALOGUE_TABLES) await makeMissingTables(database, tables);
}
