import { Box, Field, Modal, TextInput, Typography } from '@strapi/design-system';
import { useState } from 'react';
import { UIDS } from '../../../../server/src/uids';
import type { FindingDetails, TrackerCatalogue } from '../../api/contract';
import { useRequest } from '../../api/request';
import { documentPage } from '../../plugin';
import { useTexts } from '../../texts';
import { TrackerForm } from '../catalogue/add-tracker';
import { useAddition } from '../catalogue/addition';
import { CookieList } from '../catalogue/cookie-list';
import { Loading } from '../loading';
import { CategoryChoice, SettleForm } from './settle-form';

interface Props {
  details: FindingDetails;
  seen: NonNullable<FindingDetails['seen']>;
  /** The route that declares it. */
  path: string;
  close(): void;
}

/** Makes a tracker of a finding: by the catalogue where that knows it, else as it was seen. */
export function DeclareForm(props: Props) {
  return props.seen.preset ? <FromPreset {...props} /> : <AsSeen {...props} />;
}

function FromPreset({ seen, path, close }: Props) {
  const { t, intl } = useTexts();
  const { answer } = useRequest<TrackerCatalogue>(`/consent/catalogue/trackers?locale=${intl.locale}`);
  const catalogue = answer.state === 'loaded' ? answer.value : null;
  const preset = catalogue?.presets.find(({ key }) => key === seen.preset);
  if (!catalogue || !preset) {
    return (
      <Modal.Body>
        {answer.state === 'loading' ? <Loading /> : <Typography>{t('error.load')}</Typography>}
      </Modal.Body>
    );
  }
  const { categories } = catalogue;
  return <TrackerForm preset={preset} categories={categories} path={path} mayEnable={false} close={close} />;
}

function AsSeen({ details: { categories }, seen, path, close }: Props) {
  const { t } = useTexts();
  const [name, setName] = useState(seen.name);
  const [vendor, setVendor] = useState(seen.vendor ?? '');
  const [category, setCategory] = useState<string>(seen.category ?? '');
  const { add, adding } = useAddition(path, (id) => documentPage(UIDS.tracker, id));
  return (
    <SettleForm
      label={t('scanner.declare')}
      incomplete={!name.trim() || !category || adding}
      send={() => add({ name, vendor, category })}
      close={close}
    >
      <Typography textColor="neutral600">{t('scanner.declare.off')}</Typography>
      <Field.Root required>
        <Field.Label>{t('scanner.declare.name')}</Field.Label>
        <TextInput value={name} maxLength={255} onChange={(event) => setName(event.target.value)} />
      </Field.Root>
      <Field.Root>
        <Field.Label>{t('scanner.declare.vendor')}</Field.Label>
        <TextInput value={vendor} maxLength={255} onChange={(event) => setVendor(event.target.value)} />
      </Field.Root>
      <CategoryChoice categories={categories} value={category} change={setCategory} />
      {seen.hosts.length > 0 && (
        <Box>
          <Typography variant="sigma" tag="h3" textColor="neutral600">
            {t('scanner.declare.hosts')}
          </Typography>
          <Typography style={{ overflowWrap: 'anywhere' }}>{seen.hosts.join(', ')}</Typography>
        </Box>
      )}
      <Box>
        <Typography variant="sigma" tag="h3" textColor="neutral600">
          {t('trackers.cookies')}
        </Typography>
        <CookieList cookies={seen.cookies} />
      </Box>
    </SettleForm>
  );
}
