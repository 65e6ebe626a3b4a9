import { Box, Button, DateTimePicker, Field, Flex, Textarea, Typography } from '@strapi/design-system';
import { useNotification } from '@strapi/strapi/admin';
import { useState } from 'react';
import { useAct, useRefusal } from '../../api/act';
import { useAllowed } from '../../permissions';
import { useTexts } from '../../texts';
import { changesIn, useWaiting, type WaitingRelease } from '../../waiting';
import { Panel } from '../panel';
import { usePublishConsentMutation, useSettleConsentPlanMutation } from './api';
import { Differences } from './differences';
import { Languages } from './languages';
import { PreviewOnSite } from './preview-link';
import { effectText, reasonsText, whoText } from './words';

type Plan = NonNullable<WaitingRelease['plan']>;

/** What waits to be published, and what is planned; nothing where each save is published. */
export function WaitingPart() {
  const waiting = useWaiting();
  if (!waiting) return null;
  return waiting.plan ? <PlanPanel plan={waiting.plan} /> : <WaitingPanel waiting={waiting} />;
}

function WaitingPanel({ waiting }: { waiting: WaitingRelease }) {
  const { t } = useTexts();
  const mayPublish = useAllowed('publishReleases');
  const { differences, locales } = waiting;
  return (
    <Panel title={t('releases.waiting')} hint={t('releases.waiting.hint')}>
      {changesIn(waiting) === 0 ? (
        <Typography>{t('releases.waiting.nothing')}</Typography>
      ) : (
        <Flex direction="column" alignItems="stretch" gap={6}>
          <Effect step={waiting} />
          <Languages change={locales} />
          {differences.length > 0 && <Differences differences={differences} label={t('releases.waiting')} />}
          {mayPublish && <PublishForm waiting={waiting} />}
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

function PublishForm({ waiting }: { waiting: WaitingRelease }) {
  const { t, intl } = useTexts();
  const { toggleNotification } = useNotification();
  const refuse = useRefusal();
  const [publish, { isLoading }] = usePublishConsentMutation();
  const [note, setNote] = useState('');
  const [publishAt, setPublishAt] = useState<Date>();
  const send = async () => {
    const moment = publishAt ? { publishAt: publishAt.toISOString() } : {};
    const outcome = await publish({ basis: waiting.basis, note, ...moment });
    if ('data' in outcome) {
      const planned = publishAt || waiting.approval;
      const message = t(planned ? 'releases.planned' : 'releases.published');
      toggleNotification({ type: 'success', message });
    } else if (isConflict(outcome.error)) {
      toggleNotification({ type: 'warning', message: t('releases.conflict') });
    } else refuse(outcome.error);
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
        <Button onClick={send} loading={isLoading}>
          {t(waiting.approval ? 'releases.publish.propose' : label)}
        </Button>
      </Flex>
    </Flex>
  );
}

/** Something was saved or published meanwhile; what waits now is asked again by then. */
const isConflict = (error: { status?: number } | object): boolean =>
  'status' in error && error.status === 409;

/** What is to be published, and who may do what about it. */
function PlanPanel({ plan }: { plan: Plan }) {
  const { t, intl } = useTexts();
  const mayPublish = useAllowed('publishReleases');
  const previewable = useAllowed('previewReleases');
  const [settlePlan] = useSettleConsentPlanMutation();
  const act = useAct();
  const moment = plan.publishAt && intl.formatDate(plan.publishAt, { dateStyle: 'full', timeStyle: 'short' });
  const waitsForPerson = plan.needsApproval && !plan.approver;
  const settle = (what: 'approve' | 'withdraw') => act(settlePlan({ id: plan.id, act: what }));
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
        <Languages change={plan.locales} />
        {plan.differences.length > 0 && (
          <Differences differences={plan.differences} label={t('releases.plan')} />
        )}
        <Flex gap={2} wrap="wrap">
          {mayPublish && waitsForPerson && !plan.isOwn && (
            <Button onClick={() => settle('approve')}>{t('releases.plan.approve')}</Button>
          )}
          {previewable && <PreviewOnSite shows={{ plan: plan.id }} />}
          {mayPublish && (
            <Button variant="tertiary" onClick={() => settle('withdraw')}>
              {t('releases.plan.withdraw')}
            </Button>
          )}
        </Flex>
      </Flex>
    </Panel>
  );
}
