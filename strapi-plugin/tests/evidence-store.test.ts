import { afterAll, beforeAll } from 'vitest';
import { sqlEvidenceStore } from '../server/src/evidence/sql/sql-store';
import { evidenceDatabaseOf } from '../server/src/evidence/sql/strapi-database';
import type { EvidenceStore } from '../server/src/evidence/store';
import { evidenceContract } from './evidence-contract';
import { onEachDatabase } from './support/app';

onEachDatabase('the evidence store in SQL', {}, (app) => {
  let stores: [EvidenceStore, EvidenceStore];
  beforeAll(async () => {
    const { strapi } = app();
    const made = () => sqlEvidenceStore(evidenceDatabaseOf(strapi));
    const store = made();
    // SQLite has one process, and in one process one connection to a file: another would wait for it in vain.
    stores = [store, strapi.db.dialect.client === 'sqlite' ? store : made()];
    await Promise.all([...new Set(stores)].map((one) => one.open()));
  });
  afterAll(() => Promise.all([...new Set(stores)].map((store) => store.close())));
  evidenceContract(
    () => stores[0],
    () => stores[1],
  );
});
