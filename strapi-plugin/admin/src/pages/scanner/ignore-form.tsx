import { DatePicker, Field, Textarea, Typography } from '@strapi/design-system';
import { useState } from 'react';
import { LONGEST_IGNORED_DAYS } from '../../../../server/src/scan/values';
import { endOfDay } from '../../day';
import { DialogForm } from '../../dialog';
import { useTexts } from '../../texts';
import type { Tell } from './api';

const DAY = 86_400_000;

/** Says why a finding is passed over, and until when. */
export function IgnoreForm({ tell, close }: { tell: Tell; close(): void }) {
  const { t, intl } = useTexts();
  const [reason, setReason] = useState('');
  const [until, setUntil] = useState<Date | undefined>();
  const send = async () => {
    if (until && (await tell('ignore', { reason, until: endOfDay(until).toISOString() }))) close();
  };
  return (
    <DialogForm
      label={t('scanner.ignore')}
      incomplete={!reason.trim() || until === undefined}
      send={send}
      close={close}
    >
      <Typography textColor="neutral600">{t('scanner.ignore.hint')}</Typography>
      <Field.Root required>
        <Field.Label>{t('audit.reason')}</Field.Label>
        <Textarea value={reason} maxLength={1000} onChange={(event) => setReason(event.target.value)} />
      </Field.Root>
      <Field.Root name="until" required>
        <Field.Label>{t('scanner.ignore.until')}</Field.Label>
        <DatePicker
          locale={intl.locale}
          value={until}
          minDate={new Date()}
          // The end of the day after it may be out of reach.
          maxDate={new Date(Date.now() + (LONGEST_IGNORED_DAYS - 1) * DAY)}
          onChange={setUntil}
          onClear={() => setUntil(undefined)}
          clearLabel={t('records.filters.clear')}
        />
      </Field.Root>
    </DialogForm>
  );
}
