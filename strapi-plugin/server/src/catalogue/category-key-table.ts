import type { Core } from '@strapi/strapi';
import { makeMissingTables, type OwnTables } from '../database/missing-tables';
import type { DatabaseClient } from '../database/named-lock';

/** The keys under which visitors were asked about categories. A table of the plugin's own, as that of the names of services. */
export const CATEGORY_KEYS = 'consent_category_keys';

/** A key that a category was served with. */
export interface CategoryKeyRow {
  /** Its document id. */
  category: string;
  name: string;
  /** Milliseconds since 1970, in UTC. */
  noted_at: number;
}

const KEY_TABLES: OwnTables = {
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
};

/** In bootstrap(), before anything is served or written. */
export const prepareCategoryKeys = (strapi: Core.Strapi): Promise<void> =>
  makeMissingTables(
    { connection: strapi.db.connection, client: strapi.db.dialect.client as DatabaseClient },
    KEY_TABLES,
  );
