import type { ConsentVersions } from '@permesso/consent-core';
import { Box, Button, Flex, Td, Tr, Typography } from '@strapi/design-system';
import type { VersionsView } from '../../api/contract';
import { useAllowed } from '../../permissions';
import { useTexts } from '../../texts';
import { Loading } from '../loading';
import { WideTable } from '../wide-table';
import { useConsentVersionsQuery } from './api';
import { AskAgain } from './ask-again';
import { fieldsIn } from './fields';
import { FieldGrid, Section, Sections } from './section';

const TRIGGERS = fieldsIn('triggers');

/** What is in force, since when, what asks visitors again, and what was before. */
export function VersionsTab() {
  const { t } = useTexts();
  const mayAsk = useAllowed('askEveryoneAgain');
  const { data: versions, isError, isLoading, refetch } = useConsentVersionsQuery();
  return (
    <Sections>
      <Section title={t('settings.triggers')} hint={t('settings.triggers.hint')} fields={TRIGGERS}>
        <FieldGrid names={TRIGGERS} />
      </Section>
      {isLoading && <Loading />}
      {isError && (
        <Flex gap={4}>
          <Typography>{t('error.load')}</Typography>
          <Button variant="secondary" onClick={refetch}>
            {t('error.retry')}
          </Button>
        </Flex>
      )}
      {versions && (
        <>
          <Current versions={versions} />
          <Section title={t('settings.again')} hint={t('settings.again.hint')}>
            {mayAsk && <AskAgain versions={versions} />}
            <Asked versions={versions} />
          </Section>
          <Served versions={versions} />
        </>
      )}
    </Sections>
  );
}

const NAMES: readonly (keyof ConsentVersions)[] = [
  'policyVersion',
  'documentsVersion',
  'categoriesVersion',
  'trackersVersion',
];

/** What the tables of what is in force and of what was before tell. */
const CURRENT = ['version', 'value', 'since'] as const;
const SERVED = ['value', 'since', 'changed', 'asks'] as const;

function useMoment(): (iso: string | null) => string {
  const { t, intl } = useTexts();
  return (iso) =>
    iso ? intl.formatDate(iso, { dateStyle: 'medium', timeStyle: 'short' }) : t('overview.notServed');
}

function Current({ versions: { current, since } }: { versions: VersionsView }) {
  const { t } = useTexts();
  const moment = useMoment();
  return (
    <Section title={t('settings.versions.current')} hint={t('settings.versions.current.hint')}>
      <WideTable heads={CURRENT.map((name) => t(`settings.versions.${name}`))}>
        {NAMES.map((name) => (
          <Tr key={name}>
            <Td>
              <Typography fontWeight="bold" tag="p">
                {t(`settings.versions.${name}`)}
              </Typography>
              <Typography textColor="neutral600">{t(`settings.versions.${name}.hint`)}</Typography>
            </Td>
            <Td>
              <code>{current[name]}</code>
            </Td>
            <Td>{moment(since[name])}</Td>
          </Tr>
        ))}
      </WideTable>
    </Section>
  );
}

function Asked({ versions: { asked } }: { versions: VersionsView }) {
  const { t } = useTexts();
  const moment = useMoment();
  if (asked.length === 0) {
    return (
      <Box paddingTop={4}>
        <Typography textColor="neutral600">{t('settings.again.never')}</Typography>
      </Box>
    );
  }
  return (
    <Flex tag="ul" direction="column" alignItems="stretch" gap={2} paddingTop={4}>
      {asked.map(({ askedAt, askedBy, reason }) => (
        <li key={askedAt}>
          <Typography>{t('settings.again.entry', { date: moment(askedAt), who: askedBy })}</Typography>
          {reason && <Typography textColor="neutral600">{` – ${reason}`}</Typography>}
        </li>
      ))}
    </Flex>
  );
}

function Served({ versions: { served } }: { versions: VersionsView }) {
  const { t, intl } = useTexts();
  const moment = useMoment();
  const material = {
    documentsVersion: 'documents',
    categoriesVersion: 'categories',
    trackersVersion: 'trackers',
  };
  const said = (parts: string[]) =>
    intl.formatList(
      parts.map((part) => t(`settings.changed.${part}` as 'settings.changed.banner')),
      { type: 'conjunction' },
    );
  return (
    <Section title={t('settings.versions.served')} hint={t('settings.versions.served.hint')}>
      <WideTable heads={SERVED.map((name) => t(`settings.versions.${name}`))}>
        {served.map(({ versions, since, changed, material: kinds }, index) => (
          <Tr key={`${versions.policyVersion}:${since}`}>
            <Td>
              <code>{versions.policyVersion}</code>
            </Td>
            <Td>{moment(since)}</Td>
            <Td>
              {changed.length > 0
                ? said(changed)
                : t(index === served.length - 1 ? 'settings.changed.first' : 'settings.changed.other')}
            </Td>
            <Td>
              {kinds.length > 0
                ? said(kinds.map((kind) => material[kind as keyof typeof material]))
                : t('settings.versions.asks.nobody')}
            </Td>
          </Tr>
        ))}
      </WideTable>
    </Section>
  );
}
