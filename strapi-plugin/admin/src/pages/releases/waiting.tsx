import { Box, Button, DateTimePicker, Field, Flex, Textarea, Typography } from '@strapi/design-system';
import { useAPIErrorHandler, useFetchClient, useNotification } from '@strapi/strapi/admin';
import { useState } from 'react';
import { useAct } from '../../api/act';
import type { Waiting } from '../../api/contract';
import { useRequest } from '../../api/request';
import { useAllowed } from '../../permissions';
import { useTexts } from '../../texts';
import type { WaitingRelease } from '../../waiting';
import { Panel } from '../panel';
import { Differences } from './differences';
import { effectText, reasonsText, whoText } from './words';

type Plan = NonNullable<WaitingRelease['plan']>;

/** What waits to be published, and what is planned; nothing where each save is published. */
export function WaitingPart({ published }: { published(): void }) {
  const { answer } = useRequest<Waiting>('/consent/releases/waiting');
  const [newer, setNewer] = useState<Waiting | null>(null);
  const waiting = newer ?? (answer.state === 'loaded' ? answer.value : null);
  if (waiting?.mode !== 'manual') return null;
  const { plan } = waiting;
  return plan ? (
    <PlanPanel plan={plan} done={published} />
  ) : (
    <WaitingPanel waiting={waiting} done={published} changed={setNewer} />
  );
}

interface WaitingProps {
  waiting: WaitingRelease;
  done(): void;
  changed(now: Waiting): void;
}

function WaitingPanel({ waiting, done, changed }: WaitingProps) {
  const { t } = useTexts();
  const mayPublish = useAllowed('publishReleases');
  const { differences } = waiting;
  return (
    <Panel title={t('releases.waiting')} hint={t('releases.waiting.hint')}>
      {differences.length === 0 ? (
        <Typography>{t('releases.waiting.nothing')}</Typography>
      ) : (
        <Flex direction="column" alignItems="stretch" gap={6}>
          <Effect step={waiting} />
          <Differences differences={differences} label={t('releases.waiting')} />
          {mayPublish && <PublishForm waiting={waiting} done={done} changed={changed} />}
        </Flex>
      )}
    </Panel>
  );
}

/** What publishing it does to those who have decided. */
export function Effect({ step }: { step: Pick<WaitingRelease, 'asks' | 'touched'> }) {
  const { t, intl } = useTexts();
  const asks = step.asks.length > 0;
  return (
    <Box
      background={asks ? 'warning100' : 'neutral100'}
      borderColor={asks ? 'warning200' : 'neutral200'}
      hasRadius
      padding={3}
    >
      <Typography tag="p" fontWeight="bold">
        {effectText(t, step)}
      </Typography>
      {asks && (
        <Typography tag="p" textColor="neutral700">
          {t('releases.asks.because', { what: reasonsText({ t, intl }, step.asks) })}
        </Typography>
      )}
    </Box>
  );
}

function PublishForm({ waiting, done, changed }: WaitingProps) {
  const { t, intl } = useTexts();
  const { post } = useFetchClient();
  const { toggleNotification } = useNotification();
  const { formatAPIError } = useAPIErrorHandler();
  const [note, setNote] = useState('');
  const [publishAt, setPublishAt] = useState<Date>();
  const [busy, setBusy] = useState(false);
  const publish = async () => {
    setBusy(true);
    try {
      await post('/consent/releases', {
        basis: waiting.basis,
        note,
        ...(publishAt ? { publishAt: publishAt.toISOString() } : {}),
      });
      const planned = publishAt || waiting.approval;
      toggleNotification({
        type: 'success',
        message: t(planned ? 'releases.planned' : 'releases.published'),
      });
      done();
    } catch (error) {
      const now = waitingOf(error);
      const failure = error as Parameters<typeof formatAPIError>[0];
      if (now) changed(now);
      toggleNotification(
        now
          ? { type: 'warning', message: t('releases.conflict') }
          : { type: 'danger', message: formatAPIError(failure) },
      );
    } finally {
      setBusy(false);
    }
  };
  const label = publishAt ? 'releases.publish.later' : 'releases.publish.now';
  return (
    <Flex direction="column" alignItems="stretch" gap={4}>
      <Field.Root hint={t('releases.note.hint')}>
        <Field.Label>{t('releases.note')}</Field.Label>
        <Textarea value={note} maxLength={2000} onChange={(event) => setNote(event.target.value)} />
        <Field.Hint />
      </Field.Root>
      <Field.Root hint={t('releases.at.hint')}>
        <Field.Label>{t('releases.at')}</Field.Label>
        <DateTimePicker
          locale={intl.locale}
          value={publishAt ?? null}
          minDate={new Date()}
          onChange={(moment) => setPublishAt(moment)}
          onClear={() => setPublishAt(undefined)}
          dateLabel={`${t('releases.at')}: ${t('quarantine.date')}`}
          timeLabel={`${t('releases.at')}: ${t('quarantine.time')}`}
          clearLabel={t('records.filters.clear')}
        />
        <Field.Hint />
      </Field.Root>
      <Flex>
        <Button onClick={publish} loading={busy}>
          {t(waiting.approval ? 'releases.publish.propose' : label)}
        </Button>
      </Flex>
    </Flex>
  );
}

/** What waits now, where something was saved or published meanwhile. */
function waitingOf(error: unknown): Waiting | undefined {
  type Answer = { response?: { data?: { error?: { details?: { waiting?: Waiting } } } } };
  return (error as Answer)?.response?.data?.error?.details?.waiting;
}

/** What is to be published, and who may do what about it. */
function PlanPanel({ plan, done }: { plan: Plan; done(): void }) {
  const { t, intl } = useTexts();
  const mayPublish = useAllowed('publishReleases');
  const act = useAct<Waiting>();
  const moment = plan.publishAt && intl.formatDate(plan.publishAt, { dateStyle: 'full', timeStyle: 'short' });
  const waitsForPerson = plan.needsApproval && !plan.approver;
  const settle = async (what: 'approve' | 'withdraw') => {
    if (await act(`/consent/releases/plans/${plan.id}/${what}`, {})) done();
  };
  return (
    <Panel title={t('releases.plan')} hint={t('releases.plan.hint')}>
      <Flex direction="column" alignItems="stretch" gap={4}>
        {plan.failure && (
          <Box background="danger100" hasRadius padding={3} role="alert">
            <Typography textColor="danger700">
              {t('releases.plan.failed', { reason: plan.failure })}
            </Typography>
          </Box>
        )}
        <Typography fontWeight="bold">
          {waitsForPerson ? t('releases.plan.approval') : moment ? t('releases.plan.at', { moment }) : ''}
          {waitsForPerson && moment ? ` ${t('releases.plan.then', { moment })}` : ''}
        </Typography>
        <Typography>
          {[
            whoText(t, plan),
            plan.restores === null ? '' : t('releases.restores', { number: plan.restores }),
            plan.note,
          ]
            .filter(Boolean)
            .join(' – ')}
        </Typography>
        <Effect step={plan} />
        <Differences differences={plan.differences} label={t('releases.plan')} />
        {mayPublish && (
          <Flex gap={2} wrap="wrap">
            {waitsForPerson && !plan.isOwn && (
              <Button onClick={() => settle('approve')}>{t('releases.plan.approve')}</Button>
            )}
            <Button variant="tertiary" onClick={() => settle('withdraw')}>
              {t('releases.plan.withdraw')}
            </Button>
          </Flex>
        )}
      </Flex>
    </Panel>
  );
}
