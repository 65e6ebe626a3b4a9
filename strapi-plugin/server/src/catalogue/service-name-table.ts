import type { Core } from '@strapi/strapi';
import { makeMissingTables, type OwnTables } from '../database/missing-tables';
import type { DatabaseClient } from '../database/named-lock';

/**
 * The names by which visitors were asked about single services. A table of the plugin's own: visitors' cookies have these names
 * whatever is imported or transferred into this CMS, where Strapi empties its own settings.
 */
export const NAMES = 'consent_service_names';

/** A name, and what it meant first. */
export interface ServiceNameRow {
  name: string;
  /** Its id. */
  tracker: string;
  /** Milliseconds since 1970, in UTC. */
  noted_at: number;
}

const NAME_TABLES: OwnTables = {
  lock: 'consent service names',
  last: NAMES,
  statements: (type) => [
    `create table ${NAMES} (
      name ${type.text(255)} not null primary key,
      tracker ${type.text(64)} not null,
      noted_at ${type.moment} not null
    ) ${type.table}`,
  ],
};

/** In bootstrap(), before anything is served or written. */
export const prepareServiceNames = (strapi: Core.Strapi): Promise<void> =>
  makeMissingTables(
    { connection: strapi.db.connection, client: strapi.db.dialect.client as DatabaseClient },
    NAME_TABLES,
  );
