import { Box, Button, Field, Flex, Modal, TextInput, Typography } from '@strapi/design-system';
import { Eye } from '@strapi/icons';
import { useAPIErrorHandler, useFetchClient, useNotification } from '@strapi/strapi/admin';
import { useState } from 'react';
import { useAct } from '../../api/act';
import type { MadeLink, PreviewChoices } from '../../api/contract';
import { useTexts } from '../../texts';
import { rememberAddress, rememberedAddress } from './preview-address';
import { PreviewForm, type PreviewWish } from './preview-form';

/** Makes a link that shows on the site what waits, to whoever has it. */
export function PreviewOnSite() {
  const { t } = useTexts();
  const { get } = useFetchClient();
  const { toggleNotification } = useNotification();
  const { formatAPIError } = useAPIErrorHandler();
  const [choices, setChoices] = useState<PreviewChoices | null>(null);
  const [busy, setBusy] = useState(false);
  const open = async () => {
    setBusy(true);
    try {
      setChoices((await get<PreviewChoices>('/consent/previews')).data);
    } catch (error) {
      const failure = error as Parameters<typeof formatAPIError>[0];
      toggleNotification({ type: 'danger', message: formatAPIError(failure) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button variant="secondary" startIcon={<Eye />} onClick={open} loading={busy}>
        {t('preview.open')}
      </Button>
      <Modal.Root open={choices !== null} onOpenChange={(isOpen) => !isOpen && setChoices(null)}>
        <Modal.Content>
          <Modal.Header>
            <Modal.Title>{t('preview.title')}</Modal.Title>
          </Modal.Header>
          {choices && <LinkDialog choices={choices} />}
        </Modal.Content>
      </Modal.Root>
    </>
  );
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

function LinkDialog({ choices }: { choices: PreviewChoices }) {
  const { t } = useTexts();
  const act = useAct<MadeLink>();
  const { toggleNotification } = useNotification();
  const [wish, setWish] = useState(() => wishFor(choices));
  const [made, setMade] = useState<MadeLink | null>(null);
  const [busy, setBusy] = useState(false);
  const change = (changes: Partial<PreviewWish>) => {
    setWish((before) => ({ ...before, ...changes }));
    // A width is of the window alone.
    if (!('width' in changes)) setMade(null);
  };
  const make = async () => {
    setBusy(true);
    const { url, locale, gpc, seconds } = wish;
    const order = { url: url.trim(), place: placeOf(wish), locale: locale || null, gpc, seconds };
    const link = await act('/consent/previews', order);
    setBusy(false);
    setMade(link);
    if (link) rememberAddress(order.url);
  };
  const end = async () => {
    if ((await act('/consent/previews/end', {})) === null) return;
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
          <Flex justifyContent="space-between" gap={2} wrap="wrap">
            <Typography variant="pi" textColor="neutral600">
              {t('preview.end.hint')}
            </Typography>
            <Button variant="danger-light" size="S" onClick={end}>
              {t('preview.end')}
            </Button>
          </Flex>
        </Flex>
      </Modal.Body>
      <Modal.Footer>
        <Modal.Close>
          <Button variant="tertiary">{t('preview.close')}</Button>
        </Modal.Close>
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
