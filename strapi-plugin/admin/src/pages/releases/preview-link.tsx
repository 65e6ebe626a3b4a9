import { Box, Button, Field, Flex, Modal, TextInput, Typography } from '@strapi/design-system';
import { Eye } from '@strapi/icons';
import { useNotification } from '@strapi/strapi/admin';
import { useState } from 'react';
import { useAct } from '../../api/act';
import type { MadeLink, PreviewChoices } from '../../api/contract';
import { DialogButton } from '../../dialog';
import { useTexts } from '../../texts';
import { Loading } from '../loading';
import { useConsentPreviewsQuery, useEndConsentPreviewsMutation, useMakeConsentPreviewMutation } from './api';
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
    <DialogButton button={button} title={t('preview.title')}>
      {() => <LinkDialog />}
    </DialogButton>
  );
}

/** With the sites and languages that there are to choose from. */
function LinkDialog() {
  const { t } = useTexts();
  const { data: choices, isError } = useConsentPreviewsQuery();
  if (choices) return <LinkForm choices={choices} />;
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

function LinkForm({ choices }: { choices: PreviewChoices }) {
  const { t } = useTexts();
  const act = useAct();
  const [makeLink, { isLoading: busy }] = useMakeConsentPreviewMutation();
  const [endPreviews] = useEndConsentPreviewsMutation();
  const { toggleNotification } = useNotification();
  const [wish, setWish] = useState(() => wishFor(choices));
  const [made, setMade] = useState<MadeLink | null>(null);
  const change = (changes: Partial<PreviewWish>) => {
    setWish((before) => ({ ...before, ...changes }));
    // A width is of the window alone.
    if (!('width' in changes)) setMade(null);
  };
  const make = async () => {
    const { url, locale, gpc, seconds } = wish;
    const order = { url: url.trim(), place: placeOf(wish), locale: locale || null, gpc, seconds };
    const link = await act(makeLink(order));
    setMade(link);
    if (link) rememberAddress(order.url);
  };
  const end = async () => {
    if ((await act(endPreviews())) === null) return;
    setMade(null);
    toggleNotification({ type: 'success', message: t('preview.ended') });
  };
  return (
    <>
      <Modal.Body>
        <Flex direction="column" alignItems="stretch" gap={4}>
          <Typography>
            {t(choices.publish === 'manual' ? 'preview.hint.manual' : 'preview.hint.onSave')}
          </Typography>
          <PreviewForm wish={wish} choices={choices} change={change} />
          <Box role="status">{made && <Link made={made} width={wish.width} />}</Box>
        </Flex>
      </Modal.Body>
      <Modal.Footer>
        <Flex gap={2} wrap="wrap">
          <Modal.Close>
            <Button variant="tertiary">{t('preview.close')}</Button>
          </Modal.Close>
          <Button variant="danger-light" onClick={end}>
            {t('preview.end')}
          </Button>
        </Flex>
        <Button onClick={make} loading={busy} disabled={!wish.url.trim()}>
          {t('preview.make')}
        </Button>
      </Modal.Footer>
    </>
  );
}

function Link({ made, width }: { made: MadeLink; width: number }) {
  const { t, intl } = useTexts();
  const { toggleNotification } = useNotification();
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
        <Field.Root hint={t('preview.link.hint', { moment: momentOf(intl, made.until) })}>
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

const momentOf = (intl: ReturnType<typeof useTexts>['intl'], moment: string): string =>
  intl.formatDate(moment, { dateStyle: 'medium', timeStyle: 'short' });

/** A window of this width; a tab where it is the browser's own. It learns nothing of the admin. */
function openWindow(link: string, width: number): void {
  const size = width ? `popup,width=${width},height=${Math.min(900, window.screen.availHeight)},` : '';
  window.open(link, '_blank', `${size}noopener,noreferrer`);
}
