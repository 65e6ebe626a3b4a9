import { Button, Flex, Modal, Typography } from '@strapi/design-system';
import { File } from '@strapi/icons';
import type { Evidence } from '../../api/contract';
import { PublishedHtml } from '../../published-html';
import { useTexts } from '../../texts';
import { LoadError } from '../load-error';
import { Loading } from '../loading';
import { Mark } from '../mark';
import { useConsentLegalTextQuery } from './api';

interface Props {
  recordId: string;
  texts: NonNullable<Evidence['shown']>['legalTexts'];
}

/** The legal pages that were in force when the decision was made, each to be opened as the site showed it. */
export function LegalTexts({ recordId, texts }: Props) {
  const { t } = useTexts();
  return (
    <Flex direction="column" alignItems="flex-start" gap={2}>
      <Typography variant="delta" tag="h3">
        {t('records.legalTexts')}
      </Typography>
      {texts.length === 0 && <Typography>{t('records.legalTexts.none')}</Typography>}
      <Flex tag="ul" gap={2} wrap="wrap">
        {texts.map(({ hash, kind, title }) => (
          <li key={kind}>
            <Modal.Root>
              <Modal.Trigger>
                <Button variant="tertiary" startIcon={<File />}>
                  {title ?? kind}
                </Button>
              </Modal.Trigger>
              <Modal.Content>
                <LegalText recordId={recordId} hash={hash} />
              </Modal.Content>
            </Modal.Root>
          </li>
        ))}
      </Flex>
    </Flex>
  );
}

/** Asked for when it is opened. */
function LegalText(which: { recordId: string; hash: string }) {
  const { t, intl, language } = useTexts();
  const { data: text, isError, error, refetch } = useConsentLegalTextQuery(which);
  if (isError) return <LoadError error={error} notFound={t('records.legalTexts.gone')} retry={refetch} />;
  if (!text) return <Loading />;
  const { title, locale, since, intact, hash, html } = text;
  const variant = intact ? 'success' : 'danger';
  const date = intl.formatDate(since, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <>
      <Modal.Header closeLabel={t('close')}>
        <Modal.Title>{title}</Modal.Title>
      </Modal.Header>
      <Modal.Body>
        <Flex direction="column" alignItems="stretch" gap={4}>
          <Flex gap={3} wrap="wrap">
            <Mark variant={variant}>{t(intact ? 'records.shown.intact' : 'records.shown.changed')}</Mark>
            <Typography variant="pi" textColor="neutral600">
              {t('records.legalTexts.since', { locale: language(locale), date })}
            </Typography>
          </Flex>
          <PublishedHtml title={title} lang={locale} html={html} />
          <Typography variant="pi" textColor="neutral600" style={{ overflowWrap: 'anywhere' }}>
            {`SHA-256: ${hash}`}
          </Typography>
        </Flex>
      </Modal.Body>
    </>
  );
}
