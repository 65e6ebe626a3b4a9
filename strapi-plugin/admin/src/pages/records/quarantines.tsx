import { Box, Button, Field, Flex, Modal, TextInput, Typography } from '@strapi/design-system';
import { Archive } from '@strapi/icons';
import { useState } from 'react';
import { useAct } from '../../api/act';
import type { QuarantineEntry } from '../../api/contract';
import { DialogButton } from '../../dialog';
import { useAllowed } from '../../permissions';
import { useTexts } from '../../texts';
import { useConsentQuarantinesQuery, useLiftConsentQuarantineMutation } from './api';
import { QuarantineForm } from './quarantine-form';

/** What is set apart, and why; who may also sets apart and takes back. */
export function QuarantinesButton() {
  const { t } = useTexts();
  return (
    <DialogButton
      title={t('quarantine.title')}
      button={
        <Button variant="tertiary" startIcon={<Archive />}>
          {t('quarantine.title')}
        </Button>
      }
    >
      {() => (
        <Modal.Body>
          <Quarantines />
        </Modal.Body>
      )}
    </DialogButton>
  );
}

function Quarantines() {
  const { t } = useTexts();
  const mayAct = useAllowed('quarantineRecords');
  const { data: { quarantines } = {}, isError } = useConsentQuarantinesQuery();
  if (isError) return <Typography>{t('error.load')}</Typography>;
  return (
    <Flex direction="column" alignItems="stretch" gap={6}>
      <Typography textColor="neutral600">{t('quarantine.hint')}</Typography>
      {quarantines?.length === 0 && <Typography>{t('quarantine.none')}</Typography>}
      {quarantines && quarantines.length > 0 && (
        <Flex tag="ul" direction="column" alignItems="stretch" gap={4}>
          {quarantines.map((quarantine) => (
            <Entry key={quarantine.id} quarantine={quarantine} mayLift={mayAct} />
          ))}
        </Flex>
      )}
      {mayAct && <QuarantineForm />}
    </Flex>
  );
}

function Entry({ quarantine, mayLift }: { quarantine: QuarantineEntry; mayLift: boolean }) {
  const { t, intl } = useTexts();
  const [liftQuarantine] = useLiftConsentQuarantineMutation();
  const act = useAct();
  const [reason, setReason] = useState('');
  const { id, from, to, tier, records, settled, actor, at } = quarantine;
  const moment = (iso: string) => intl.formatDate(iso, { dateStyle: 'medium', timeStyle: 'long' });
  const lift = () => act(liftQuarantine({ id, reason }));
  return (
    <Box tag="li" background="neutral100" hasRadius padding={4}>
      <Typography fontWeight="bold" tag="p">
        {t('quarantine.span', { from: moment(from), to: moment(to) })}
      </Typography>
      <Typography tag="p">
        {t(settled ? 'quarantine.records' : 'quarantine.working', { n: records })}
        {tier && ` ${t('quarantine.ofNetwork', { tier: tier === 'ipv4' ? 'IPv4' : `IPv6 ${tier}` })}`}
      </Typography>
      <Typography tag="p" style={{ overflowWrap: 'anywhere' }}>
        {quarantine.reason}
      </Typography>
      <Typography tag="p" variant="pi" textColor="neutral600">
        {t('quarantine.by', { who: actor.name, date: moment(at) })}
      </Typography>
      {mayLift && (
        <Flex gap={2} alignItems="flex-end" wrap="wrap" paddingTop={2}>
          <Field.Root style={{ flex: '1 1 18rem' }}>
            <Field.Label>{t('quarantine.liftReason')}</Field.Label>
            <TextInput value={reason} maxLength={1000} onChange={(event) => setReason(event.target.value)} />
          </Field.Root>
          <Button variant="danger-light" disabled={!reason.trim()} onClick={lift}>
            {t('quarantine.lift')}
          </Button>
        </Flex>
      )}
    </Box>
  );
}
