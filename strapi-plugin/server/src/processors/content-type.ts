import { PROCESSOR_FIELDS } from '../content/processor-fields';
import { attributesOf } from '../content/stored-field';
import { edited } from '../content-type-options';

export const processorSchema = {
  kind: 'collectionType',
  collectionName: 'consent_processors',
  info: {
    singularName: 'processor',
    pluralName: 'processors',
    displayName: 'Processor',
    description: 'A company that processes personal data for you (GDPR Art. 28 and 30)',
  },
  options: { draftAndPublish: false },
  pluginOptions: edited,
  indexes: [{ name: 'consent_processors_name_idx', columns: ['name'] }],
  attributes: attributesOf(PROCESSOR_FIELDS),
} as const;
