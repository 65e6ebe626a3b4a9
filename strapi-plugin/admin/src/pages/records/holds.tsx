import {
  Box,
  Button,
  DatePicker,
  Field,
  Flex,
  Modal,
  Textarea,
  TextInput,
  Typography,
} from '@strapi/design-system';
import { Lock } from '@strapi/icons';
import { useState } from 'react';
import { useAct } from '../../api/act';
import type { HoldEntry } from '../../api/contract';
import { dayAfter, localDay } from '../../day';
import { DialogButton } from '../../dialog';
import { useAllowed } from '../../permissions';
import { useTexts } from '../../texts';
import { useConsentHoldsQuery, useLiftConsentHoldMutation, usePlaceConsentHoldMutation } from './api';

/** Legal holds: what is kept from purge and erasure, and why; who may also places and lifts them. */
export function HoldsButton() {
  const { t } = useTexts();
  return (
    <DialogButton
      title={t('holds.title')}
      button={
        <Button variant="tertiary" startIcon={<Lock />}>
          {t('holds.title')}
        </Button>
      }
    >
      {() => (
        <Modal.Body>
          <HoldList />
        </Modal.Body>
      )}
    </DialogButton>
  );
}

function HoldList() {
  const { t } = useTexts();
  const mayHold = useAllowed('holdRecords');
  const { data: { holds } = {}, isError } = useConsentHoldsQuery();
  if (isError) return <Typography>{t('error.load')}</Typography>;
  return (
    <Flex direction="column" alignItems="stretch" gap={6}>
      <Typography textColor="neutral600">{t('holds.hint')}</Typography>
      {holds?.length === 0 && <Typography>{t('holds.none')}</Typography>}
      {holds && holds.length > 0 && (
        <Flex tag="ul" direction="column" alignItems="stretch" gap={4}>
          {holds.map((hold) => (
            <Hold key={hold.id} hold={hold} mayLift={mayHold} />
          ))}
        </Flex>
      )}
      {mayHold && <PlaceForm />}
    </Flex>
  );
}

function Hold({ hold, mayLift }: { hold: HoldEntry; mayLift: boolean }) {
  const { t, intl } = useTexts();
  const [liftHold] = useLiftConsentHoldMutation();
  const act = useAct();
  const [reason, setReason] = useState('');
  const day = (iso: string) => intl.formatDate(iso, { dateStyle: 'medium', timeZone: 'UTC' });
  const span = { from: hold.from ? day(hold.from) : '', to: hold.to ? day(hold.to) : '' };
  const scope = hold.consentId
    ? `${t('records.consentId')}: ${hold.consentId}`
    : t(hold.from && hold.to ? 'holds.span' : hold.from ? 'holds.since' : 'holds.before', span);
  const lift = () => act(liftHold({ id: hold.id, reason }));
  return (
    <Box tag="li" background="neutral100" hasRadius padding={4}>
      <Typography fontWeight="bold" tag="p" style={{ overflowWrap: 'anywhere' }}>
        {scope}
      </Typography>
      <Typography tag="p" style={{ overflowWrap: 'anywhere' }}>
        {hold.reason}
      </Typography>
      <Typography tag="p" variant="pi" textColor="neutral600">
        {t('holds.by', { who: hold.actor.name, date: day(hold.at) })}
      </Typography>
      {mayLift && (
        <Flex gap={2} alignItems="flex-end" wrap="wrap" paddingTop={2}>
          <Field.Root style={{ flex: '1 1 18rem' }}>
            <Field.Label>{t('holds.liftReason')}</Field.Label>
            <TextInput value={reason} maxLength={1000} onChange={(event) => setReason(event.target.value)} />
          </Field.Root>
          <Button variant="danger-light" disabled={!reason.trim()} onClick={lift}>
            {t('holds.lift')}
          </Button>
        </Flex>
      )}
    </Box>
  );
}

const EMPTY: { consentId: string; reason: string; from?: Date; to?: Date } = { consentId: '', reason: '' };

function PlaceForm() {
  const { t, intl } = useTexts();
  const [placeHold] = usePlaceConsentHoldMutation();
  const act = useAct();
  const [form, setForm] = useState(EMPTY);
  const change = (changes: Partial<typeof EMPTY>) => setForm((known) => ({ ...known, ...changes }));
  const consentId = form.consentId.trim();
  const place = async () => {
    const span = {
      ...(form.from && { from: localDay(form.from) }),
      // The last day is held, too; the route takes the moment at which to stop.
      ...(form.to && { to: dayAfter(localDay(form.to)) }),
    };
    const held = consentId ? { consentId } : span;
    if (await act(placeHold({ ...held, reason: form.reason }))) setForm(EMPTY);
  };
  const days = (['from', 'to'] as const).map((name) => (
    <Field.Root key={name} style={{ flex: '1 1 18rem' }}>
      <Field.Label>{t(`records.${name}`)}</Field.Label>
      <DatePicker
        locale={intl.locale}
        value={form[name]}
        disabled={consentId !== ''}
        onChange={(date) => change({ [name]: date })}
        onClear={() => change({ [name]: undefined })}
        clearLabel={t('records.filters.clear')}
      />
    </Field.Root>
  ));
  return (
    <Flex direction="column" alignItems="stretch" gap={4}>
      <Typography variant="delta" tag="h3">
        {t('holds.place')}
      </Typography>
      <Field.Root hint={t('holds.consentId.hint')}>
        <Field.Label>{t('records.consentId')}</Field.Label>
        <TextInput value={form.consentId} onChange={(event) => change({ consentId: event.target.value })} />
        <Field.Hint />
      </Field.Root>
      <Flex gap={4} wrap="wrap">
        {days}
      </Flex>
      <Field.Root required>
        <Field.Label>{t('audit.reason')}</Field.Label>
        <Textarea
          value={form.reason}
          maxLength={1000}
          onChange={(event) => change({ reason: event.target.value })}
        />
      </Field.Root>
      <Box>
        <Button disabled={!form.reason.trim() || !(consentId || form.from || form.to)} onClick={place}>
          {t('holds.place')}
        </Button>
      </Box>
    </Flex>
  );
}
