import { Box, Button, Field, Flex, TextInput, Typography } from '@strapi/design-system';
import { useState } from 'react';
import { useAct } from '../../api/act';
import { useAllowed } from '../../permissions';
import { useTexts } from '../../texts';
import { useConsentRetentionQuery, useSettleConsentRetentionMutation } from './api';

/** Says what a shorter retention is going to delete, and when, before it does; nothing where none is to come. */
export function RetentionNotice() {
  const { t, intl } = useTexts();
  const mayAct = useAllowed('updateRetention');
  const { data: view } = useConsentRetentionQuery();
  if (!view?.pending) return null;
  const { months, effectiveAt, records } = view.pending;
  const values = { months, present: view.months, n: records };
  return (
    <Box tag="section" background="warning100" hasRadius padding={5} aria-label={t('retention.title')}>
      <Typography variant="delta" tag="h2">
        {t('retention.title')}
      </Typography>
      <Typography tag="p">
        {effectiveAt
          ? t('retention.pending', {
              ...values,
              date: intl.formatDate(effectiveAt, { dateStyle: 'long', timeStyle: 'short' }),
            })
          : t('retention.withheld', values)}
      </Typography>
      <Typography tag="p">{t('retention.takeBack')}</Typography>
      {mayAct && <Acts months={months} mayWithhold={effectiveAt !== null} />}
    </Box>
  );
}

interface ActsProps {
  months: number;
  mayWithhold: boolean;
}

function Acts({ months, mayWithhold }: ActsProps) {
  const { t } = useTexts();
  const [settle] = useSettleConsentRetentionMutation();
  const act = useAct();
  const [reason, setReason] = useState('');
  const send = async (what: 'confirm' | 'withhold') => {
    if (await act(settle({ act: what, months, reason }))) setReason('');
  };
  const idle = !reason.trim();
  return (
    <Flex gap={2} alignItems="flex-end" wrap="wrap" paddingTop={3}>
      <Field.Root style={{ flex: 1 }}>
        <Field.Label>{t('audit.reason')}</Field.Label>
        <TextInput value={reason} maxLength={1000} onChange={(event) => setReason(event.target.value)} />
      </Field.Root>
      {mayWithhold && (
        <Button variant="secondary" disabled={idle} onClick={() => send('withhold')}>
          {t('retention.withhold')}
        </Button>
      )}
      <Button variant="danger" disabled={idle} onClick={() => send('confirm')}>
        {t('retention.confirm')}
      </Button>
    </Flex>
  );
}
