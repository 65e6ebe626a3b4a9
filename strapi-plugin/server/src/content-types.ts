import { assessmentSchema } from './assessments/content-type';
import { categorySchema } from './catalogue/category.content-type';
import { trackerSchema } from './catalogue/tracker.content-type';
import { legalPageSchema } from './legal-pages/content-type';
import { processorSchema } from './processors/content-type';
import { publicationSchema } from './processors/publication.content-type';
import { findingSchema } from './scan/finding.content-type';
import { runSchema } from './scan/run.content-type';
import { settingSchema } from './settings/content-type';
import { reconsentSchema } from './versions/reconsent.content-type';

/** The plugin's content types, by singular name. */
export const contentTypes = {
  setting: { schema: settingSchema },
  category: { schema: categorySchema },
  tracker: { schema: trackerSchema },
  processor: { schema: processorSchema },
  'legal-page': { schema: legalPageSchema },
  publication: { schema: publicationSchema },
  reconsent: { schema: reconsentSchema },
  assessment: { schema: assessmentSchema },
  'scan-run': { schema: runSchema },
  'scan-finding': { schema: findingSchema },
};
