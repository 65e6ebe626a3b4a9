import { Box, Flex, Td, Tr, Typography } from '@strapi/design-system';
import { BackButton, Layouts, Page } from '@strapi/strapi/admin';
import { Link, useParams } from 'react-router-dom';
import { styled } from 'styled-components';
import type { AuditDetails } from '../../api/contract';
import { PAGES } from '../../plugin';
import { useTexts } from '../../texts';
import { useFieldText } from '../field-text';
import { LoadError } from '../load-error';
import { WideTable } from '../wide-table';
import { useConsentTrailEntryQuery } from './api';
import { trailOf } from './filter';
import { actorText, subjectText } from './words';

/** One entry of the trail: each value that is different, as it was and as it became. */
export function AuditEntryPage() {
  const { t } = useTexts();
  const { id = '' } = useParams();
  const { currentData: entry, isError, error, refetch } = useConsentTrailEntryQuery(id);
  if (isError) return <LoadError error={error} notFound={t('audit.notFound')} retry={refetch} />;
  if (!entry) return <Page.Loading>{t('loading')}</Page.Loading>;
  return <Entry entry={entry} />;
}

function Entry({ entry: { at, action, actor, subject, changes, reason } }: { entry: AuditDetails }) {
  const { t, intl } = useTexts();
  const moment = intl.formatDate(at, { dateStyle: 'long', timeStyle: 'long' });
  const who = actorText(t, actor);
  return (
    <Page.Main>
      <Page.Title>{t('audit.entry')}</Page.Title>
      <Layouts.Header
        title={`${t(`audit.action.${action}`)}: ${subjectText(t, subject)}`}
        subtitle={moment}
        navigationAction={<BackButton fallback={`${PAGES}/audit`} />}
      />
      <Layouts.Content>
        <Box background="neutral0" hasRadius shadow="tableShadow" padding={6}>
          <Flex direction="column" alignItems="stretch" gap={4}>
            <Typography>
              {`${t('audit.column.actor')}: `}
              {actor.id ? <Reference to={trailOf({ actor: actor.id })}>{who}</Reference> : who}
              {actor.kind !== 'system' && ` (${t(`audit.actor.${actor.kind}`)})`}
            </Typography>
            {subject.id && (
              <Typography style={{ overflowWrap: 'anywhere' }}>
                {`${t('audit.subject')}: `}
                <Reference to={trailOf({ subject: subject.id })}>{subject.id}</Reference>
              </Typography>
            )}
            {reason && <Typography>{`${t('audit.reason')}: ${reason}`}</Typography>}
            {changes.length > 0 && <Changes uid={subject.uid} changes={changes} />}
          </Flex>
        </Box>
      </Layouts.Content>
    </Page.Main>
  );
}

function Reference({ to, children }: { to: string; children: string }) {
  return (
    <Typography tag={Link} to={to} textColor="primary600">
      {children}
    </Typography>
  );
}

const COLUMNS = ['field', 'before', 'after'] as const;

function Changes({ uid, changes }: Pick<AuditDetails, 'changes'> & { uid: string }) {
  const { t } = useTexts();
  const fieldText = useFieldText();
  return (
    <WideTable heads={COLUMNS.map((name) => t(`audit.column.${name}`))}>
      {changes.map(({ path, before, after }) => (
        <Tr key={path}>
          <Td>
            <Typography fontWeight="bold" title={path}>
              {fieldText(uid, path)}
            </Typography>
          </Td>
          <Td>
            <Value value={before} />
          </Td>
          <Td>
            <Value value={after} />
          </Td>
        </Tr>
      ))}
    </WideTable>
  );
}

/** How a moment is written in the trail: always in UTC, and to the millisecond. */
const MOMENT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

function Value({ value }: { value: unknown }) {
  const { t, intl } = useTexts();
  if (value === null || value === undefined || value === '') return <Typography>–</Typography>;
  if (typeof value === 'boolean') return <Typography>{t(value ? 'yes' : 'no')}</Typography>;
  if (typeof value === 'string' && MOMENT.test(value)) {
    return <Text>{intl.formatDate(value, { dateStyle: 'medium', timeStyle: 'long' })}</Text>;
  }
  return <Text>{typeof value === 'string' ? value : JSON.stringify(value, null, 2)}</Text>;
}

/** A whole legal page may be one value: it scrolls. */
const Text = styled.div`
  max-height: 40rem;
  overflow: auto;
  white-space: pre-wrap;
  overflow-wrap: anywhere;
`;
