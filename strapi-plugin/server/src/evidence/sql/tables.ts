import { type ColumnTypes, TYPES } from '../../database/column-types';
import type { DatabaseClient } from '../../database/named-lock';
import { TABLES } from './evidence-database';

/** The statements of the first version. */
export function firstTables(client: DatabaseClient): string[] {
  const type = TYPES[client];
  return [...recordTables(client, type), ...snapshotTables(type), ...otherTables(type)];
}

/**
 * One row for each decision. What an officer looks for has an index; everything else sifts a bounded number of rows.
 * PostgreSQL keeps each month in a partition of its own, as ids begin with the time.
 */
function recordTables(client: DatabaseClient, type: ColumnTypes): string[] {
  const partitioned = client === 'postgres' ? 'partition by range (id)' : '';
  const indexed = (name: string, columns: string, only = '') =>
    `create index ${TABLES.records}_${name} on ${TABLES.records} (${columns}) ${only}`;
  return [
    `create table ${TABLES.records} (
      id ${type.id} not null primary key,
      former_id ${type.text(64)},
      consent_id ${type.text(64)} not null,
      replaces ${type.text(64)},
      decisions ${type.longText} not null,
      source ${type.text(20)} not null,
      model ${type.text(20)} not null,
      country ${type.text(255)},
      region ${type.text(255)},
      gpc ${type.yesNo} not null,
      locale ${type.text(255)},
      policy_version ${type.text(64)} not null,
      categories_version ${type.text(64)} not null,
      trackers_version ${type.text(64)} not null,
      documents_version ${type.text(64)} not null,
      snapshot ${type.text(64)},
      decided_at ${type.moment} not null,
      expires_at ${type.moment} not null,
      user_agent_family ${type.text(64)},
      account ${type.text(255)}
    ) ${partitioned} ${type.table}`,
    indexed('consent', 'consent_id, id'),
    indexed('replaces', 'replaces, id', type.only('replaces is not null')),
    indexed('account', 'account, id', type.only('account is not null')),
    indexed('former', 'former_id', type.only('former_id is not null')),
    // By the day of the decision first: what is past its days is one end of the key, and needs no index of its own.
    `create table ${TABLES.fingerprints} (
      decided_on integer not null,
      fingerprint ${type.hash} not null,
      record_id ${type.id} not null,
      primary key (decided_on, fingerprint)
    ) ${type.table}`,
  ];
}

function snapshotTables(type: ColumnTypes): string[] {
  return [
    `create table ${TABLES.snapshots} (
      id ${type.id} not null primary key,
      hash ${type.text(64)} not null,
      environment ${type.text(255)} not null,
      policy_version ${type.text(64)} not null,
      locale ${type.text(64)} not null,
      outline ${type.longText} not null,
      first_served_at ${type.moment} not null,
      last_served_at ${type.moment} not null
    ) ${type.table}`,
    `create unique index ${TABLES.snapshots}_content on ${TABLES.snapshots} (hash, environment)`,
    `create index ${TABLES.snapshots}_policy on ${TABLES.snapshots} (policy_version, id)`,
    `create table ${TABLES.parts} (
      hash ${type.hash} not null primary key,
      content ${type.longText} not null,
      kept_at ${type.moment} not null
    ) ${type.table}`,
  ];
}

function otherTables(type: ColumnTypes): string[] {
  return [
    // Each process counts in a shard of its own, so that no batch waits for that of another.
    `create table ${TABLES.counts} (
      dimension ${type.text(20)} not null,
      day ${type.text(10)} not null,
      subject ${type.text(255)} not null,
      shard integer not null,
      total bigint not null,
      primary key (dimension, day, subject, shard)
    ) ${type.table}`,
    `create table ${TABLES.log} (
      id ${type.id} not null primary key,
      kind ${type.text(20)} not null,
      actor ${type.text(255)} not null,
      subject ${type.text(64)},
      deleted bigint not null,
      cutoff ${type.moment}
    ) ${type.table}`,
    `create index ${TABLES.log}_subject on ${TABLES.log} (subject, id)`,
    `create index ${TABLES.log}_kind on ${TABLES.log} (kind, id)`,
    // How far the rows of a former table have come over: the last of its ids, and how many.
    `create table ${TABLES.moves} (
      source ${type.text(64)} not null primary key,
      last_id bigint not null,
      moved bigint not null
    ) ${type.table}`,
  ];
}

/** What snapshots and records name by its hash, and what else a record says since version 4. */
export function documentTables(client: DatabaseClient): string[] {
  const type = TYPES[client];
  return [
    `create table ${TABLES.documents} (
      hash ${type.hash} not null primary key,
      role ${type.text(20)} not null,
      media_type ${type.text(64)} not null,
      content ${type.longText} not null,
      first_kept_at ${type.moment} not null,
      last_named_at ${type.moment} not null
    ) ${type.table}`,
    `alter table ${TABLES.records} add column presentation ${type.text(64)}`,
    `alter table ${TABLES.records} add column vouched_by ${type.text(20)}`,
  ];
}

/** The statements of the third version: who changed what, what is held, and the retention that holds. */
export function auditTables(client: DatabaseClient): string[] {
  const type = TYPES[client];
  return [
    `create table ${TABLES.audit} (
      id ${type.id} not null primary key,
      action ${type.text(20)} not null,
      actor_kind ${type.text(20)} not null,
      actor_id ${type.text(255)},
      actor_name ${type.text(255)} not null,
      uid ${type.text(255)} not null,
      subject ${type.text(64)},
      title ${type.text(255)},
      locale ${type.text(64)},
      changes ${type.longText} not null,
      reason ${type.longText}
    ) ${type.table}`,
    `create index ${TABLES.audit}_action on ${TABLES.audit} (action, id)`,
    `create index ${TABLES.audit}_actor on ${TABLES.audit} (actor_id, id)`,
    `create index ${TABLES.audit}_subject on ${TABLES.audit} (subject, id)`,
    `alter table ${TABLES.log} add column actor_name ${type.text(255)}`,
    // The consent id goes when the hold is lifted: from then on it is known by its hash alone.
    `create table ${TABLES.holds} (
      id ${type.id} not null primary key,
      consent_id ${type.text(64)},
      subject ${type.text(64)},
      from_at ${type.moment},
      to_at ${type.moment},
      reason ${type.longText} not null,
      actor_kind ${type.text(20)} not null,
      actor_id ${type.text(255)},
      actor_name ${type.text(255)} not null,
      lifted_at ${type.moment}
    ) ${type.table}`,
    // One row. Whoever deletes records shares it, whoever places a hold or changes the retention has it alone.
    `create table ${TABLES.retention} (
      id integer not null primary key,
      months integer,
      pending_months integer,
      pending_since ${type.moment},
      withheld ${type.yesNo} not null
    ) ${type.table}`,
  ];
}
