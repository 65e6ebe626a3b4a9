import { categorySchema } from './catalogue/category.content-type';
import { trackerSchema } from './catalogue/tracker.content-type';
import { legalPageSchema } from './legal-pages/content-type';
import { processorSchema } from './processors/content-type';
import { publicationSchema } from './processors/publication.content-type';
import { dailyCountSchema } from './records/daily-count.content-type';
import { erasureSchema } from './records/erasure.content-type';
import { recordSchema } from './records/record.content-type';
import { settingSchema } from './settings/content-type';
import { reconsentSchema } from './versions/reconsent.content-type';
import { snapshotSchema } from './versions/snapshot.content-type';

/** The plugin's content types, by singular name. */
export const contentTypes = {
  setting: { schema: settingSchema },
  category: { schema: categorySchema },
  tracker: { schema: trackerSchema },
  processor: { schema: processorSchema },
  'legal-page': { schema: legalPageSchema },
  snapshot: { schema: snapshotSchema },
  publication: { schema: publicationSchema },
  reconsent: { schema: reconsentSchema },
  record: { schema: recordSchema },
  'daily-count': { schema: dailyCountSchema },
  erasure: { schema: erasureSchema },
};
