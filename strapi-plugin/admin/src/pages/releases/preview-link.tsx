import { Box, Button, Field, Flex, Modal, TextInput, Typography } from '@strapi/design-system';
import { Eye } from '@strapi/icons';
import { useNotification } from '@strapi/strapi/admin';
import { useState } from 'react';
import { useAct } from '../../api/act';
import type { MadeLink, PreviewChoices } from '../../api/contract';
import { DialogButton, DialogFooter } from '../../dialog';
import { useTexts } from '../../texts';
import { Loading } from '../loading';
import {
  useConsentPreviewChoicesQuery,
  useEndConsentPreviewsMutation,
  useMakeConsentPreviewMutation,
} from './api';
import { rememberAddress, rememberedAddress } from './preview-address';
import { PreviewForm, type PreviewWish } from './preview-form';

/** Makes a link that shows on the site what waits, to whoever has it. */
export function PreviewOnSite() {
  const { t } = useTexts();
  const button = (
    <Button variant="secondary" startIcon={<Eye />}>
      {t('preview.open')}
    </Button>
  );
  return (
    <DialogButton button={button} title={t('preview.open')}>
      {(close) => <PreviewDialog close={close} />}
    </DialogButton>
  );
}

function PreviewDialog({ close }: { close(): void }) {
  const { t } = useTexts();
  const { data, isError } = useConsentPreviewChoicesQuery();
  if (data) return <LinkForm choices={data} close={close} />;
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

function LinkForm({ choices, close }: { choices: PreviewChoices; close(): void }) {
  const { t } = useTexts();
  const act = useAct();
  const [make, { isLoading }] = useMakeConsentPreviewMutation();
  const [wish, setWish] = useState(() => wishFor(choices));
  const [made, setMade] = useState<MadeLink | null>(null);
  const change = (changes: Partial<PreviewWish>) => {
    setWish((before) => ({ ...before, ...changes }));
    // A width is of the window alone.
    if (!('width' in changes)) setMade(null);
  };
  const order = async () => {
    const { locale, gpc, seconds } = wish;
    const url = wish.url.trim();
    const link = await act(make({ url, place: placeOf(wish), locale: locale || null, gpc, seconds }));
    setMade(link);
    if (link) rememberAddress(url);
  };
  const isManual = choices.publish === 'manual';
  return (
    <>
      <Modal.Body>
        <Flex direction="column" alignItems="stretch" gap={4}>
          <Typography>{t(isManual ? 'preview.hint.manual' : 'preview.hint.onSave')}</Typography>
          <PreviewForm wish={wish} choices={choices} change={change} />
          <Box role="status">{made && <Link made={made} width={wish.width} />}</Box>
          <EndLinks ended={() => setMade(null)} />
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

function Link({ made, width }: { made: MadeLink; width: number }) {
  const { t, intl } = useTexts();
  const { toggleNotification } = useNotification();
  const moment = intl.formatDate(made.until, { dateStyle: 'medium', timeStyle: 'short' });
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(made.link);
      toggleNotification({ type: 'success', message: t('preview.copied') });
    } catch {
      toggleNotification({ type: 'warning', message: t('preview.notCopied') });
    }
  };
  return (
    <Box background="primary100" hasRadius padding={4}>
      <Flex direction="column" alignItems="stretch" gap={3}>
        <Field.Root hint={t('preview.link.hint', { moment })}>
          <Field.Label>{t('preview.link')}</Field.Label>
          <TextInput value={made.link} readOnly onFocus={(event) => event.target.select()} />
          <Field.Hint />
        </Field.Root>
        <Flex gap={2} wrap="wrap">
          <Button onClick={() => openWindow(made.link, width)}>{t('preview.look')}</Button>
          <Button variant="secondary" onClick={copy}>
            {t('preview.copy')}
          </Button>
        </Flex>
      </Flex>
    </Box>
  );
}

function EndLinks({ ended }: { ended(): void }) {
  const { t } = useTexts();
  const act = useAct();
  const { toggleNotification } = useNotification();
  const [endAll, { isLoading }] = useEndConsentPreviewsMutation();
  const end = async () => {
    if ((await act(endAll())) === null) return;
    ended();
    toggleNotification({ type: 'success', message: t('preview.ended') });
  };
  return (
    <Flex justifyContent="space-between" gap={2} wrap="wrap">
      <Typography variant="pi" textColor="neutral600">
        {t('preview.end.hint')}
      </Typography>
      <Button variant="danger-light" size="S" onClick={end} loading={isLoading}>
        {t('preview.end')}
      </Button>
    </Flex>
  );
}

/** A window of this width; a tab where it is the browser's own. It learns nothing of the admin. */
function openWindow(link: string, width: number): void {
  const size = width ? `popup,width=${width},height=${Math.min(900, window.screen.availHeight)},` : '';
  window.open(link, '_blank', `${size}noopener,noreferrer`);
}
