import { Box, Flex, Typography } from '@strapi/design-system';
import { BackButton, Layouts, Page } from '@strapi/strapi/admin';
import { useRef } from 'react';
import { useParams } from 'react-router-dom';
import { styled } from 'styled-components';
import type { FindingDetails } from '../../api/contract';
import { useAllowed } from '../../permissions';
import { PAGES } from '../../plugin';
import { useTexts } from '../../texts';
import { LoadError } from '../load-error';
import { Panel } from '../panel';
import { Summary } from '../summary';
import { useConsentFindingQuery } from './api';
import { SeverityMark, StateMark } from './marks';
import { Picture } from './picture';
import { expectationText } from './rule-text';
import { SettleButtons } from './settle';
import { visitText } from './visit-text';

/** One finding: what it is, what shows it, and what can be done about it. */
export function FindingPage() {
  const { t } = useTexts();
  const { id = '' } = useParams();
  const { currentData: details, isError, error, refetch } = useConsentFindingQuery(id);
  const top = useRef<HTMLDivElement>(null);
  if (isError) return <LoadError error={error} notFound={t('scanner.finding.notFound')} retry={refetch} />;
  if (!details) return <Page.Loading>{t('loading')}</Page.Loading>;
  return (
    <div ref={top} tabIndex={-1}>
      {/* The button that was pressed goes, and the focus with it. */}
      <Finding details={details} settled={() => top.current?.focus()} />
    </div>
  );
}

interface Props {
  details: FindingDetails;
  settled(): void;
}

function Finding({ details, settled }: Props) {
  const { t } = useTexts();
  const maySettle = useAllowed('settleFindings');
  const { finding, screenshots } = details;
  return (
    <Page.Main>
      <Page.Title>{t('scanner.finding')}</Page.Title>
      <Layouts.Header
        title={finding.message}
        subtitle={`${finding.rule} · ${finding.reported.law}`}
        navigationAction={<BackButton fallback={`${PAGES}/scanner`} />}
      />
      <Layouts.Content>
        <Flex direction="column" alignItems="stretch" gap={6} paddingBottom={8}>
          <Panel title={t('scanner.finding.state')}>
            <Flex direction="column" alignItems="stretch" gap={4}>
              <Flex gap={2} wrap="wrap">
                <SeverityMark severity={finding.severity} />
                <StateMark state={finding.state} change={finding.change} />
              </Flex>
              <History finding={finding} />
              {maySettle && <SettleButtons details={details} settled={settled} />}
            </Flex>
          </Panel>
          <Panel title={t('scanner.evidence')} hint={t('scanner.evidence.hint')}>
            <Flex tag="ul" direction="column" alignItems="stretch" gap={5}>
              {finding.reported.evidence.map((evidence, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: they never change, and two may be the same.
                <Evidence key={index} evidence={evidence} />
              ))}
            </Flex>
            {screenshots.map((picture) => (
              <Picture
                key={picture.name}
                picture={picture}
                label={t('scanner.picture', { visit: visitText(t, picture.name) })}
              />
            ))}
          </Panel>
          <Panel title={t('scanner.pages')}>
            <Flex tag="ul" direction="column" alignItems="stretch" gap={1}>
              {finding.reported.pages.map((page) => (
                <Anywhere key={page} tag="li">
                  {page}
                </Anywhere>
              ))}
            </Flex>
          </Panel>
        </Flex>
      </Layouts.Content>
    </Page.Main>
  );
}

/** When it was seen, and what somebody did about it. */
function History({ finding }: Pick<FindingDetails, 'finding'>) {
  const { t, intl } = useTexts();
  const day = (moment: string) => intl.formatDate(moment, { dateStyle: 'long' });
  const { firstSeenAt, lastSeenAt, goneAt, settlement, settledAt, settledBy, reason, ignoredUntil } = finding;
  const { known } = finding.reported;
  const expects = expectationText(t, finding.rule);
  return (
    <Box>
      {expects && <Typography tag="p">{t('scanner.expects', { expects })}</Typography>}
      {known && (
        <Typography tag="p">
          {t('scanner.known', { name: known.name, company: known.company ?? '–' })}
        </Typography>
      )}
      <Typography tag="p">
        {t('scanner.seen', { first: day(firstSeenAt), last: day(lastSeenAt), site: finding.site })}
      </Typography>
      {goneAt && <Typography tag="p">{t('scanner.goneSince', { date: day(goneAt) })}</Typography>}
      {settlement && settledAt && (
        <Typography tag="p">
          {t(`scanner.settled.${settlement}`, {
            who: settledBy ?? '–',
            date: day(settledAt),
            until: ignoredUntil ? day(ignoredUntil) : '–',
          })}
        </Typography>
      )}
      {reason && <Typography tag="p">{`${t('audit.reason')}: ${reason}`}</Typography>}
    </Box>
  );
}

function Evidence({ evidence }: { evidence: FindingDetails['finding']['reported']['evidence'][number] }) {
  const { t } = useTexts();
  const { visit, page, seen, origin, stack = [] } = evidence;
  return (
    <Box tag="li">
      <Anywhere fontWeight="semiBold" tag="p">
        {seen}
      </Anywhere>
      <Anywhere variant="pi" textColor="neutral600" tag="p">
        {`${t('scanner.evidence.visit', { visit: visitText(t, visit) })} · ${page}`}
      </Anywhere>
      {origin && (
        <Anywhere variant="pi" textColor="neutral600" tag="p">
          {t('scanner.evidence.origin', { origin })}
        </Anywhere>
      )}
      {stack.length > 0 && (
        <details>
          <Summary>{t('scanner.evidence.stack')}</Summary>
          <ol>
            {[...new Set(stack)].map((line) => (
              <Anywhere key={line} variant="pi" tag="li">
                {line}
              </Anywhere>
            ))}
          </ol>
        </details>
      )}
    </Box>
  );
}

/** What a site has written may have no place to break. */
const Anywhere = styled(Typography)`
  overflow-wrap: anywhere;
`;
