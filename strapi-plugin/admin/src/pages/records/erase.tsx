import { Button, Dialog, Flex, Typography } from '@strapi/design-system';
import { Trash } from '@strapi/icons';
import { ConfirmDialog, useAPIErrorHandler, useFetchClient, useNotification } from '@strapi/strapi/admin';
import { useTexts } from '../../texts';
import { RecordsLink } from './records-link';

/** Whose records go: those of a consent id, or of an account. By the names that the server's route takes. */
export type ErasureSubject = { consentId: string } | { account: string };

interface Props {
  subject: ErasureSubject;
  /** The consent ids before and after it (C9), whose records stay. */
  others?: string[];
  /** Is told once they are gone. */
  done(): void;
}

/** Erases every record of a consent id or an account (GDPR 17), once it was said what that does. */
export function EraseButton({ subject, others = [], done }: Props) {
  const { t } = useTexts();
  const { post } = useFetchClient();
  const { toggleNotification } = useNotification();
  const { formatAPIError } = useAPIErrorHandler();
  const erase = async () => {
    try {
      const { data } = await post<{ deleted: number }>('/consent/records/erasures', subject);
      toggleNotification({ type: 'success', message: t('records.erase.done', { n: data.deleted }) });
      done();
    } catch (error) {
      type Failure = Parameters<typeof formatAPIError>[0];
      toggleNotification({ type: 'danger', message: formatAPIError(error as Failure) });
    }
  };
  const question =
    'account' in subject
      ? t('records.erase.confirm.account', { account: subject.account })
      : t('records.erase.confirm', { consentId: subject.consentId });
  return (
    <Dialog.Root>
      <Dialog.Trigger>
        <Button variant="danger-light" startIcon={<Trash />}>
          {t('records.erase')}
        </Button>
      </Dialog.Trigger>
      <ConfirmDialog onConfirm={erase} title={t('records.erase')}>
        {others.length === 0 ? (
          question
        ) : (
          <Flex direction="column" alignItems="stretch" gap={3}>
            <Dialog.Description>{question}</Dialog.Description>
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
