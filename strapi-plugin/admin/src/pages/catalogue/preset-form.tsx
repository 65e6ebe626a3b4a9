import { Modal, Typography } from '@strapi/design-system';
import { useTexts } from '../../texts';
import { Loading } from '../loading';
import { TrackerForm } from './add-tracker';
import type { Afterwards } from './addition';
import { useConsentTrackerCatalogueQuery } from './api';

interface Props {
  /** The preset, by its key. */
  preset: string;
  /** The route that adds it; else that of the catalogue. */
  path?: string;
  mayEnable?: boolean;
  after?: Afterwards;
  close(): void;
}

/** What a preset sets and needs, wherever somebody meets it. */
export function PresetForm({ preset: key, ...form }: Props) {
  const { t, intl } = useTexts();
  const { data: catalogue, isLoading } = useConsentTrackerCatalogueQuery(intl.locale);
  const preset = catalogue?.presets.find((one) => one.key === key);
  if (!catalogue || !preset) {
    return <Modal.Body>{isLoading ? <Loading /> : <Typography>{t('error.load')}</Typography>}</Modal.Body>;
  }
  return <TrackerForm preset={preset} categories={catalogue.categories} {...form} />;
}
