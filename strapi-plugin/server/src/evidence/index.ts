import type { Core } from '@strapi/strapi';
import { getPluginOptions } from '../options';
import { pluginService } from '../plugin-service';
import { moveFormerTables, refuseFormerEvidence, setFormerTablesAside } from './sql/former-tables';
import { sqlEvidenceStore } from './sql/sql-store';
import { evidenceDatabaseOf } from './sql/strapi-database';
import type { EvidenceStore } from './store';

/** The one of an app, open between bootstrap() and destroy(). */
export const getEvidenceStore = pluginService<EvidenceStore>('evidence');

export function evidenceService({ strapi }: { strapi: Core.Strapi }): EvidenceStore {
  const { recording, seal } = getPluginOptions(strapi);
  if (recording.store) return recording.store(strapi);
  const database = evidenceDatabaseOf(strapi);
  const sealing = seal.enabled;
  return sqlEvidenceStore(database, { sealing, fill: () => moveFormerTables(strapi, database, sealing) });
}

/** In the plugin's register(): before Strapi looks which of its tables belong to a content type. */
export const registerEvidence = (strapi: Core.Strapi): Promise<void> =>
  getPluginOptions(strapi).recording.store ? refuseFormerEvidence(strapi) : setFormerTablesAside(strapi);

/** In the plugin's bootstrap(), before anything else that needs it. */
export const openEvidence = (strapi: Core.Strapi): Promise<void> => getEvidenceStore(strapi).open();

/** In the plugin's destroy(), when nobody writes any more. */
export const closeEvidence = (strapi: Core.Strapi): Promise<void> => getEvidenceStore(strapi).close();
