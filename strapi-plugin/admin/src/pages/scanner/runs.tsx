import { Flex, Td, Tr, Typography } from '@strapi/design-system';
import { useNotification } from '@strapi/strapi/admin';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { SEVERITIES } from '../../../../scan/rules/rule';
import { useAct } from '../../api/act';
import type { RunList } from '../../api/contract';
import { useAllowed } from '../../permissions';
import { SteadyButton } from '../../steady-button';
import { type Texts, useTexts } from '../../texts';
import { Loading } from '../loading';
import { Panel } from '../panel';
import { type RowPlace, WideTable } from '../wide-table';
import { useConsentRunsQuery, useStartConsentScanMutation } from './api';
import { runPage } from './filter';

type Run = RunList['runs'][number];

/** How often it is asked whether a scan is over, in ms. */
const ASK_EVERY = 5000;

/** The latest scans, and the button that begins one. */
export function Runs() {
  const { t } = useTexts();
  const [isRunning, setRunning] = useState(false);
  const { data: list, isError } = useConsentRunsQuery(undefined, {
    pollingInterval: isRunning ? ASK_EVERY : 0,
  });
  // Asked again and again until the scan is over.
  if (list && list.isRunning !== isRunning) setRunning(list.isRunning);
  return (
    <Panel title={t('scanner.runs')} hint={t('scanner.runs.hint')}>
      <Flex direction="column" alignItems="stretch" gap={4}>
        {!list && (isError ? <Typography>{t('error.load')}</Typography> : <Loading />)}
        {list && <ScanButton list={list} />}
        {list?.runs.length === 0 && <Typography>{t('scanner.runs.none')}</Typography>}
        {list && list.runs.length > 0 && <RunTable runs={list.runs} />}
      </Flex>
    </Panel>
  );
}

function ScanButton({ list: { url, isRunning, failure } }: { list: RunList }) {
  const { t, intl } = useTexts();
  const [startScan] = useStartConsentScanMutation();
  const act = useAct();
  const { toggleNotification } = useNotification();
  const maySettle = useAllowed('settleFindings');
  if (!url) return <Typography textColor="neutral600">{t('scanner.scan.elsewhere')}</Typography>;
  if (!maySettle) return null;
  const start = async () => {
    if (!(await act(startScan()))) return;
    toggleNotification({ type: 'success', message: t('scanner.scan.begun') });
  };
  return (
    <Flex gap={4} wrap="wrap">
      <SteadyButton variant="secondary" idle={isRunning} onClick={start}>
        {t('scanner.scan', { url })}
      </SteadyButton>
      <Typography textColor="neutral600" role="status">
        {isRunning && t('scanner.scan.running')}
      </Typography>
      {failure && (
        <Typography tag="p" textColor="danger700" style={{ overflowWrap: 'anywhere' }}>
          {t('scanner.scan.failed', {
            date: intl.formatDate(failure.at, { dateStyle: 'medium', timeStyle: 'short' }),
            reason: failure.reason,
          })}
        </Typography>
      )}
    </Flex>
  );
}

const COLUMNS = ['startedAt', 'site', 'pages', 'found', 'changes'] as const;

function RunTable({ runs }: { runs: Run[] }) {
  const { t } = useTexts();
  return (
    <WideTable heads={COLUMNS.map((name) => t(`scanner.column.${name}`))}>
      {runs.map((run) => (
        <RunRow key={run.documentId} run={run} />
      ))}
    </WideTable>
  );
}

function RunRow({ run, ...place }: RowPlace & { run: Run }) {
  const { t, intl } = useTexts();
  return (
    <Tr {...place}>
      <Td>
        <Typography
          tag={Link}
          to={runPage(run.documentId)}
          textColor="primary600"
          fontWeight="semiBold"
          style={{ whiteSpace: 'nowrap' }}
        >
          {intl.formatDate(run.startedAt, { dateStyle: 'medium', timeStyle: 'short' })}
        </Typography>
      </Td>
      <Td>
        <Typography>{run.site}</Typography>
      </Td>
      <Td>
        <Typography>
          {intl.formatNumber(run.pages)}
          {!run.complete && ` (${t('scanner.run.incomplete')})`}
        </Typography>
      </Td>
      <Td>
        <Typography>{severitiesText(t, run)}</Typography>
      </Td>
      <Td>
        <Typography>{changesText(t, run)}</Typography>
      </Td>
    </Tr>
  );
}

export function severitiesText(t: Texts['t'], { severities }: Pick<Run, 'severities'>): string {
  const found = SEVERITIES.filter((severity) => severities[severity] > 0);
  return (
    found.map((severity) => `${severities[severity]} ${t(`scanner.severity.${severity}`)}`).join(', ') ||
    t('scanner.run.clean')
  );
}

export function changesText(t: Texts['t'], { changes }: Pick<Run, 'changes'>): string {
  if (!changes) return t('scanner.run.late');
  const names = (['new', 'returned', 'gone'] as const).filter((name) => changes[name] > 0);
  return names.map((name) => `${changes[name]} ${t(`scanner.change.${name}`)}`).join(', ') || '–';
}
