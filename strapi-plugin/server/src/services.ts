import { configService } from './config/service';
import { evidenceService } from './evidence';
import { sealingService } from './evidence/sealing/service';
import { legalPagesService } from './legal-pages/service';
import { processorsService } from './processors/service';
import { recordsService } from './records';
import { seedsService } from './seeds/service';
import { settingsService } from './settings/service';
import { versionsService } from './versions/service';
import { snapshotsService } from './versions/snapshots';

/** The services that Strapi holds for this plugin, each under the name that its `pluginService(name)` asks for. */
export const services = {
  config: configService,
  evidence: evidenceService,
  legalPages: legalPagesService,
  processors: processorsService,
  records: recordsService,
  sealing: sealingService,
  seeds: seedsService,
  settings: settingsService,
  snapshots: snapshotsService,
  versions: versionsService,
};
