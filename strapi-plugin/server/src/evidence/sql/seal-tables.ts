import { TYPES } from '../../database/column-types';
import type { DatabaseClient } from '../../database/named-lock';
import { TABLES } from './evidence-database';

/** What the sealed log is made of. */
export function sealTables(client: DatabaseClient): string[] {
  const type = TYPES[client];
  return [
    // What waits to be sealed: a row for each transaction that stored something, with the ids of its items. It comes with
    // them, so a late commit is never passed over.
    `create table ${TABLES.unsealed} (
      id ${type.id} not null primary key,
      kind ${type.text(20)} not null,
      items ${type.longText} not null
    ) ${type.table}`,
    // Numbered without a gap. Of what was removed neither id nor salt is left; in the end the row goes, too.
    `create table ${TABLES.leaves} (
      leaf_index bigint not null primary key,
      item_id ${type.id},
      kind ${type.text(20)} not null,
      salt ${type.text(22)},
      commitment ${type.hash} not null
    ) ${type.table}`,
    `create unique index ${TABLES.leaves}_item on ${TABLES.leaves} (item_id)`,
    `create table ${TABLES.logFiles} (
      path ${type.text(255)} not null primary key,
      bytes ${type.bytes} not null
    ) ${type.table}`,
    `create table ${TABLES.sealing} (
      name ${type.text(64)} not null primary key,
      value ${type.longText} not null
    ) ${type.table}`,
  ];
}
