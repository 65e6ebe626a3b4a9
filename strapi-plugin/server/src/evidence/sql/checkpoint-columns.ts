import { TYPES } from '../../database/column-types';
import type { DatabaseClient } from '../../database/named-lock';
import { TABLES } from './evidence-database';

/** The statements of the eighth version: what was signed last when a purge began. */
export function checkpointColumns(client: DatabaseClient): string[] {
  return [
    `alter table ${TABLES.log} add column log_size bigint`,
    `alter table ${TABLES.log} add column log_root ${TYPES[client].text(44)}`,
  ];
}
