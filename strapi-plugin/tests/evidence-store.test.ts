import { afterAll, beforeAll } from 'vitest';
import { getEvidenceStore } from '../server/src/evidence';
import { sqlEvidenceStore } from '../server/src/evidence/sql/sql-store';
import { evidenceDatabaseOf } from '../server/src/evidence/sql/strapi-database';
import type { EvidenceStore } from '../server/src/evidence/store';
import { evidenceContract } from './evidence-contract';
import { onEachDatabase } from './support/app';

onEachDatabase('the evidence store in SQL', {}, (app) => {
  let another: EvidenceStore;
  beforeAll(async () => {
    const { strapi } = app();
    // SQLite has one process, and in one process one connection to a file: another would wait for it in vain.
    const alone = strapi.db.dialect.client === 'sqlite';
    another = alone ? getEvidenceStore(strapi) : sqlEvidenceStore(evidenceDatabaseOf(strapi));
    await another.open();
  });
  afterAll(() => another.close());
  const store = () => getEvidenceStore(app().strapi);
  evidenceContract(store, () => another);
});
