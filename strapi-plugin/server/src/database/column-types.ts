import type { DatabaseClient } from './named-lock';

/** How each database writes the types that the tables have. */
export interface ColumnTypes {
  /** Ids sort as their text does. */
  id: string;
  /** Lower-case letters and digits, compared letter by letter. */
  hash: string;
  /** At most so many characters, compared letter by letter, case and accents included. */
  text(length: number): string;
  longText: string;
  /** Milliseconds since 1970 in UTC: whatever the time zone of process and server, and exact in each database. */
  moment: string;
  yesNo: string;
  /** Up to 16 MB. */
  bytes: string;
  /** What the rows of an index may be limited to; MySQL and MariaDB have all rows in each. */
  only(condition: string): string;
  /** What stands behind a table's columns. */
  table: string;
}

const EXACT = 'character set utf8mb4 collate utf8mb4_bin';
const ASCII = 'character set ascii collate ascii_bin';

/** The types of each database. */
export const TYPES: Record<DatabaseClient, ColumnTypes> = {
  sqlite: {
    id: 'text',
    hash: 'text',
    text: () => 'text',
    longText: 'text',
    moment: 'integer',
    yesNo: 'integer',
    bytes: 'blob',
    only: (condition) => `where ${condition}`,
    table: '',
  },
  postgres: {
    id: 'uuid',
    hash: 'char(64) collate "C"',
    text: (length) => `varchar(${length}) collate "C"`,
    longText: 'text',
    moment: 'bigint',
    yesNo: 'boolean',
    bytes: 'bytea',
    only: (condition) => `where ${condition}`,
    table: '',
  },
  mysql: {
    id: `char(36) ${ASCII}`,
    hash: `char(64) ${ASCII}`,
    text: (length) => `varchar(${length}) ${EXACT}`,
    longText: `longtext ${EXACT}`,
    moment: 'bigint',
    yesNo: 'boolean',
    bytes: 'mediumblob',
    only: () => '',
    table: 'engine = innodb',
  },
};
