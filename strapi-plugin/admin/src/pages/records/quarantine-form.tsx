import {
  Box,
  Button,
  DateTimePicker,
  Field,
  Flex,
  SingleSelect,
  SingleSelectOption,
  Textarea,
  Typography,
} from '@strapi/design-system';
import { useState } from 'react';
import { useAct } from '../../api/act';
import type { Sender } from '../../api/contract';
import { useTexts } from '../../texts';
import { useConsentSendersQuery, useQuarantineConsentRecordsMutation } from './api';

interface Form {
  from?: Date | undefined;
  to?: Date | undefined;
  /** Null: whatever the network. */
  network: Pick<Sender, 'tier' | 'tag'> | null;
  reason: string;
}

const EMPTY: Form = { network: null, reason: '' };

/** Asks for what is to be set apart: a span of time, a network in it, and why. */
export function QuarantineForm() {
  const { t, intl } = useTexts();
  const [quarantine] = useQuarantineConsentRecordsMutation();
  const act = useAct();
  const [form, setForm] = useState(EMPTY);
  const { from, to, network, reason } = form;
  const change = (changes: Partial<Form>) => setForm((known) => ({ ...known, ...changes }));
  const isSpan = from !== undefined && to !== undefined && from < to;
  const place = async () => {
    const span = { from: from?.toISOString(), to: to?.toISOString() };
    if (await act(quarantine({ ...span, network, reason }))) setForm(EMPTY);
  };
  return (
    <Flex direction="column" alignItems="stretch" gap={4}>
      <Typography variant="delta" tag="h3">
        {t('quarantine.place')}
      </Typography>
      {(['from', 'to'] as const).map((name) => (
        <Field.Root key={name} name={name} required>
          <Field.Label>{t(`quarantine.${name}`)}</Field.Label>
          <DateTimePicker
            locale={intl.locale}
            value={form[name] ?? null}
            // Who has sent what is another thing in another span.
            onChange={(moment) => change({ [name]: moment, network: null })}
            onClear={() => change({ [name]: undefined, network: null })}
            dateLabel={`${t(`quarantine.${name}`)}: ${t('quarantine.date')}`}
            timeLabel={`${t(`quarantine.${name}`)}: ${t('quarantine.time')}`}
            clearLabel={t('records.filters.clear')}
          />
        </Field.Root>
      ))}
      {isSpan && <NetworkChoice from={from} to={to} value={network} change={change} />}
      <Field.Root required>
        <Field.Label>{t('audit.reason')}</Field.Label>
        <Textarea
          value={reason}
          maxLength={1000}
          onChange={(event) => change({ reason: event.target.value })}
        />
      </Field.Root>
      <Box>
        <Button disabled={!reason.trim() || !isSpan} onClick={place}>
          {t('quarantine.place')}
        </Button>
      </Box>
    </Flex>
  );
}

interface ChoiceProps {
  from: Date;
  to: Date;
  value: Form['network'];
  change(changes: Pick<Form, 'network'>): void;
}

const EVERY = 'every';

/** The networks that have sent most in that time. They are known by hashes alone, which tell them apart and no more. */
function NetworkChoice({ from, to, value, change }: ChoiceProps) {
  const { t, intl } = useTexts();
  const span = { from: from.toISOString(), to: to.toISOString() };
  const { currentData } = useConsentSendersQuery(span);
  const senders = currentData?.senders ?? [];
  const hint = currentData && senders.length === 0 ? t('quarantine.network.unknown') : undefined;
  const textOf = ({ tier, tag, records }: Sender) =>
    t('quarantine.network.option', {
      tier: tier === 'ipv4' ? 'IPv4' : `IPv6 ${tier}`,
      tag: tag.slice(0, 8),
      n: intl.formatNumber(records),
    });
  return (
    <Field.Root name="network" hint={hint ?? t('quarantine.network.hint')}>
      <Field.Label>{t('quarantine.network')}</Field.Label>
      <SingleSelect
        value={value?.tag ?? EVERY}
        disabled={senders.length === 0}
        onChange={(tag) => change({ network: networkOf(senders, String(tag)) })}
      >
        <SingleSelectOption value={EVERY}>{t('quarantine.network.every')}</SingleSelectOption>
        {senders.map((sender) => (
          <SingleSelectOption key={sender.tag} value={sender.tag}>
            {textOf(sender)}
          </SingleSelectOption>
        ))}
      </SingleSelect>
      <Field.Hint />
    </Field.Root>
  );
}

function networkOf(senders: readonly Sender[], tag: string): Form['network'] {
  const sender = senders.find((one) => one.tag === tag);
  return sender ? { tier: sender.tier, tag } : null;
}
