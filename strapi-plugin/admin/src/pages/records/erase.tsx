import { Button, Dialog, Flex, Typography } from '@strapi/design-system';
import { Trash } from '@strapi/icons';
import { useNotification } from '@strapi/strapi/admin';
import { useAct } from '../../api/act';
import { Confirmation } from '../../dialog';
import { useTexts } from '../../texts';
import { type ErasureSubject, useEraseConsentRecordsMutation } from './api';
import { RecordsLink } from './records-link';

interface Props {
  subject: ErasureSubject;
  /** The consent ids before and after it (C9), whose records stay. */
  others?: string[];
  /** Is told once they are gone. */
  done?(): void;
}

/** Erases every record of a consent id or an account (GDPR 17), once it was said what that does. */
export function EraseButton({ subject, others = [], done }: Props) {
  const { t } = useTexts();
  const { toggleNotification } = useNotification();
  const [eraseRecords] = useEraseConsentRecordsMutation();
  const act = useAct();
  const erase = async () => {
    const erased = await act(eraseRecords(subject));
    if (!erased) return;
    toggleNotification({ type: 'success', message: t('records.erase.done', { n: erased.deleted }) });
    done?.();
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
      <Confirmation onConfirm={erase} title={t('records.erase')}>
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
      </Confirmation>
    </Dialog.Root>
  );
}
