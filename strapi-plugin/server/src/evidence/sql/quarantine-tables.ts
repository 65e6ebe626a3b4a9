import { TYPES } from '../../database/column-types';
import type { DatabaseClient } from '../../database/named-lock';
import { TABLES } from './evidence-database';

/** The statements of the fifth version: what is set apart, and from which networks records of the last days came. */
export function quarantineTables(client: DatabaseClient): string[] {
  const type = TYPES[client];
  return [
    `create table ${TABLES.quarantines} (
      id ${type.id} not null primary key,
      from_at ${type.moment} not null,
      to_at ${type.moment} not null,
      tier ${type.text(8)},
      tag ${type.hash},
      records bigint not null,
      settled ${type.yesNo} not null,
      reason ${type.longText} not null,
      actor_kind ${type.text(20)} not null,
      actor_id ${type.text(255)},
      actor_name ${type.text(255)} not null,
      lifted_at ${type.moment}
    ) ${type.table}`,
    // Not in the record: it goes after days, and neither an export nor a leaf of the log has it.
    `create table ${TABLES.networks} (
      record_id ${type.id} not null,
      tier ${type.text(8)} not null,
      tag ${type.hash} not null,
      primary key (record_id, tier)
    ) ${type.table}`,
    `create index ${TABLES.networks}_tag on ${TABLES.networks} (tag, record_id)`,
    // Without an index: nearly all rows have none, and who looks for others looks within a span.
    `alter table ${TABLES.records} add column quarantine ${type.id}`,
  ];
}
