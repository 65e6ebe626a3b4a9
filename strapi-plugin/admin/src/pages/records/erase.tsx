import { Button, Dialog, Flex, Typography } from '@strapi/design-system';
import { Trash } from '@strapi/icons';
import { ConfirmDialog, useAPIErrorHandler, useFetchClient, useNotification } from '@strapi/strapi/admin';
import { useNavigate } from 'react-router-dom';
import { PAGES } from '../../plugin';
import { useTexts } from '../../texts';
import { RecordsLink } from './records-link';

interface Props {
  consentId: string;
  /** The consent ids before and after it (C9), whose records stay. */
  others: string[];
}

/** Erases every record of a consent id (GDPR 17), once it was said what that does. */
export function EraseButton({ consentId, others }: Props) {
  const { t } = useTexts();
  const { post } = useFetchClient();
  const { toggleNotification } = useNotification();
  const { formatAPIError } = useAPIErrorHandler();
  const navigate = useNavigate();
  const erase = async () => {
    try {
      const { data } = await post<{ deleted: number }>('/consent/records/erasures', { consentId });
      toggleNotification({ type: 'success', message: t('records.erase.done', { n: data.deleted }) });
      navigate(`${PAGES}/records`, { replace: true });
    } catch (error) {
      type Failure = Parameters<typeof formatAPIError>[0];
      toggleNotification({ type: 'danger', message: formatAPIError(error as Failure) });
    }
  };
  return (
    <Dialog.Root>
      <Dialog.Trigger>
        <Button variant="danger-light" startIcon={<Trash />}>
          {t('records.erase')}
        </Button>
      </Dialog.Trigger>
      <ConfirmDialog onConfirm={erase} title={t('records.erase')}>
        {others.length === 0 ? (
          t('records.erase.confirm', { consentId })
        ) : (
          <Flex direction="column" alignItems="stretch" gap={3}>
            <Dialog.Description>{t('records.erase.confirm', { consentId })}</Dialog.Description>
            <Typography>{t('records.erase.others')}</Typography>
            {others.map((other) => (
              <RecordsLink key={other} consentId={other} />
            ))}
          </Flex>
        )}
      </ConfirmDialog>
    </Dialog.Root>
  );
}
