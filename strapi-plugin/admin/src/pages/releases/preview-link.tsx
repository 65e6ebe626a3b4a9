import { Box, Button, Flex, Modal, Typography } from '@strapi/design-system';
import { Eye } from '@strapi/icons';
import { useState } from 'react';
import { useAct } from '../../api/act';
import type { HeldLink, MadeLink as Made, PreviewChoices } from '../../api/contract';
import { DialogButton, DialogFooter } from '../../dialog';
import { type TextKey, useTexts } from '../../texts';
import { Loading } from '../loading';
import { useConsentPreviewChoicesQuery, useMakeConsentPreviewMutation } from './api';
import { HeldLinks } from './held-links';
import { MadeLink } from './made-link';
import { rememberAddress, rememberedAddress } from './preview-address';
import { PreviewForm, type PreviewWish } from './preview-form';

type Shown = HeldLink['shows'];

/** Makes a link that shows something on the site to whoever has it: what waits, a release, or the planned one. */
export function PreviewOnSite({ shows = 'draft' }: { shows?: Shown }) {
  const { t } = useTexts();
  const button = (
    <Button variant="secondary" startIcon={<Eye />}>
      {t('preview.open')}
    </Button>
  );
  return (
    <DialogButton button={button} title={t('preview.open')}>
      {(close) => <PreviewDialog shows={shows} close={close} />}
    </DialogButton>
  );
}

interface DialogProps {
  shows: Shown;
  close(): void;
}

function PreviewDialog({ shows, close }: DialogProps) {
  const { t } = useTexts();
  const { data, isError } = useConsentPreviewChoicesQuery();
  if (data) return <LinkForm choices={data} shows={shows} close={close} />;
  return <Modal.Body>{isError ? t('error.load') : <Loading />}</Modal.Body>;
}

const wishFor = ({ sites, lifetime }: PreviewChoices): PreviewWish => ({
  url: rememberedAddress() ?? sites[0] ?? '',
  country: '',
  region: '',
  locale: '',
  gpc: false,
  width: 0,
  seconds: lifetime.usual,
});

/** `US-CA`, whether or not the country stands in the region, too. */
const placeOf = ({ country, region }: PreviewWish): string | null =>
  country ? [country, region.replace(`${country}-`, '')].filter(Boolean).join('-') : null;

function hintFor(shows: Shown, { publish }: PreviewChoices): TextKey {
  if (shows !== 'draft') return 'release' in shows ? 'preview.hint.release' : 'preview.hint.plan';
  return publish === 'manual' ? 'preview.hint.manual' : 'preview.hint.onSave';
}

function LinkForm({ choices, shows, close }: DialogProps & { choices: PreviewChoices }) {
  const { t } = useTexts();
  const act = useAct();
  const [make, { isLoading }] = useMakeConsentPreviewMutation();
  const [wish, setWish] = useState(() => wishFor(choices));
  const [made, setMade] = useState<Made | null>(null);
  const change = (changes: Partial<PreviewWish>) => {
    setWish((before) => ({ ...before, ...changes }));
    // A width is of the window alone.
    if (!('width' in changes)) setMade(null);
  };
  const order = async () => {
    const { locale, gpc, seconds } = wish;
    const url = wish.url.trim();
    const link = await act(make({ shows, url, place: placeOf(wish), locale: locale || null, gpc, seconds }));
    setMade(link);
    if (link) rememberAddress(url);
  };
  return (
    <>
      <Modal.Body>
        <Flex direction="column" alignItems="stretch" gap={4}>
          <Typography>{t(hintFor(shows, choices))}</Typography>
          <PreviewForm wish={wish} choices={choices} change={change} />
          <Box role="status">{made && <MadeLink made={made} width={wish.width} />}</Box>
          <HeldLinks ended={(left) => left.every(({ id }) => id !== made?.id) && setMade(null)} />
        </Flex>
      </Modal.Body>
      <DialogFooter close={close}>
        <Button onClick={order} loading={isLoading} disabled={!wish.url.trim()}>
          {t('preview.make')}
        </Button>
      </DialogFooter>
    </>
  );
}
