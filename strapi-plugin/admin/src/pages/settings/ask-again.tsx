import { Button, Dialog, Field, Flex, Textarea, Typography } from '@strapi/design-system';
import { ArrowClockwise } from '@strapi/icons';
import { useNotification } from '@strapi/strapi/admin';
import { useState } from 'react';
import { useAct } from '../../api/act';
import type { VersionsView } from '../../api/contract';
import { Confirmation } from '../../dialog';
import { useTexts } from '../../texts';
import { useAskConsentAgainMutation } from './api';
import { useForm } from './form';

/** Asks every visitor again, once it was said what that does. */
export function AskAgain({ versions }: { versions: VersionsView }) {
  const { t } = useTexts();
  const { dirty } = useForm();
  const { toggleNotification } = useNotification();
  const [askAgain] = useAskConsentAgainMutation();
  const act = useAct();
  const [reason, setReason] = useState('');
  const nobody = versions.on.length === 0;
  const ask = async () => {
    if (!(await act(askAgain({ reason })))) return;
    setReason('');
    toggleNotification({ type: 'success', message: t('settings.again.done') });
  };
  return (
    <Flex gap={4} wrap="wrap">
      <Dialog.Root>
        <Dialog.Trigger>
          <Button variant="danger-light" startIcon={<ArrowClockwise />} disabled={nobody || dirty}>
            {t('settings.again.ask')}
          </Button>
        </Dialog.Trigger>
        <Confirmation onConfirm={ask} title={t('settings.again.ask')}>
          <Flex direction="column" alignItems="stretch" gap={4}>
            <Flex
              tag="ul"
              direction="column"
              alignItems="stretch"
              gap={2}
              style={{ listStyle: 'disc' }}
              paddingLeft={4}
            >
              {(['stale', 'refusals', 'records', 'undo'] as const).map((key) => (
                <Typography key={key} tag="li">
                  {t(`settings.again.${key}`)}
                </Typography>
              ))}
            </Flex>
            <Field.Root hint={t('settings.again.reason.hint')}>
              <Field.Label>{t('settings.again.reason')}</Field.Label>
              <Textarea value={reason} maxLength={1000} onChange={(event) => setReason(event.target.value)} />
              <Field.Hint />
            </Field.Root>
          </Flex>
        </Confirmation>
      </Dialog.Root>
      {(nobody || dirty) && (
        <Typography textColor="neutral600">
          {t(dirty ? 'settings.again.saveFirst' : 'settings.again.nobody')}
        </Typography>
      )}
    </Flex>
  );
}
