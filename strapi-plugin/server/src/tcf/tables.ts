import type { OwnTables } from '../database/missing-tables';

/**
 * The lists as they were fetched. A table of the plugin's own: a consent string names the version of the list that it was given
 * under, so that a version outlives imports and transfers like the records do.
 */
export const LISTS = 'consent_tcf_lists';

export const LIST_TABLES: OwnTables = {
  lock: 'consent tcf lists',
  last: LISTS,
  statements: (type) => [
    `create table ${LISTS} (
      id ${type.text(64)} not null primary key,
      kind ${type.text(16)} not null,
      version integer not null,
      hash ${type.text(64)} not null,
      body ${type.bytes} not null,
      fetched_at ${type.moment} not null
    ) ${type.table}`,
  ],
};
