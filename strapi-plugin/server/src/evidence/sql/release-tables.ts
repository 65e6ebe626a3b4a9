import { type ColumnTypes, TYPES } from '../../database/column-types';
import type { DatabaseClient } from '../../database/named-lock';
import { TABLES } from './evidence-database';

const by = (type: ColumnTypes, who: string, nullable = ''): string =>
  [
    `${who}_kind ${type.text(20)} ${nullable}`,
    `${who}_id ${type.text(255)}`,
    `${who}_name ${type.text(255)} ${nullable}`,
  ].join(', ');

/** The statements of the seventh version: what was published, and what is to be. */
export function releaseTables(client: DatabaseClient): string[] {
  const type = TYPES[client];
  return [
    `create table ${TABLES.releases} (
      number integer not null primary key,
      content ${type.hash} not null,
      policy_version ${type.text(64)} not null,
      categories_version ${type.text(64)} not null,
      trackers_version ${type.text(64)} not null,
      documents_version ${type.text(64)} not null,
      released_at ${type.moment} not null,
      ${by(type, 'actor', 'not null')},
      ${by(type, 'approver')},
      note ${type.longText},
      restores integer,
      asks ${type.text(64)} not null,
      touched bigint not null
    ) ${type.table}`,
    // Items and lists of them by their hashes, and what a release is made of by the hash of all of it.
    `create table ${TABLES.releaseParts} (
      hash ${type.hash} not null primary key,
      content ${type.longText} not null
    ) ${type.table}`,
    // One row at most.
    `create table ${TABLES.releasePlans} (
      slot integer not null primary key,
      id ${type.id} not null,
      content ${type.hash} not null,
      base ${type.hash} not null,
      planned_at ${type.moment} not null,
      ${by(type, 'actor', 'not null')},
      ${by(type, 'approver')},
      note ${type.longText},
      restores integer,
      publish_at ${type.moment},
      needs_approval ${type.yesNo} not null,
      failure ${type.longText}
    ) ${type.table}`,
  ];
}
