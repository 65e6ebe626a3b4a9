import { Modal, Typography } from '@strapi/design-system';
import type { TrackerCatalogue } from '../../api/contract';
import { useRequest } from '../../api/request';
import { useTexts } from '../../texts';
import { Loading } from '../loading';
import { TrackerForm } from './add-tracker';
import type { Afterwards } from './addition';

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
  const { answer } = useRequest<TrackerCatalogue>(`/consent/catalogue/trackers?locale=${intl.locale}`);
  const catalogue = answer.state === 'loaded' ? answer.value : null;
  const preset = catalogue?.presets.find((one) => one.key === key);
  if (!catalogue || !preset) {
    return (
      <Modal.Body>
        {answer.state === 'loading' ? <Loading /> : <Typography>{t('error.load')}</Typography>}
      </Modal.Body>
    );
  }
  return <TrackerForm preset={preset} categories={catalogue.categories} {...form} />;
}
