import { Box, Button, Flex, Modal, Radio, Typography } from '@strapi/design-system';
import { Download } from '@strapi/icons';
import { useNotification } from '@strapi/strapi/admin';
import { useEffect, useRef, useState } from 'react';
import { useServerExport } from '../../api/server-export';
import { DialogButton, DialogFooter } from '../../dialog';
import { useTexts } from '../../texts';
import { type Filter, queryOf } from './filter';

type Format = 'csv' | 'json';

/** Exports the records of a filter; while the server writes them it shows how many, and can be cancelled. */
export function ExportButton({ filter }: { filter: Filter }) {
  const { t } = useTexts();
  return (
    <DialogButton
      title={t('records.export')}
      button={
        <Button variant="secondary" startIcon={<Download />}>
          {t('records.export')}
        </Button>
      }
    >
      {(close) => <ExportForm filter={filter} close={close} />}
    </DialogButton>
  );
}

function ExportForm({ filter, close }: { filter: Filter; close(): void }) {
  const { t, intl } = useTexts();
  const { toggleNotification } = useNotification();
  const exportOnServer = useServerExport();
  const [format, setFormat] = useState<Format>('csv');
  const [records, setRecords] = useState<number | null>(null);
  const running = useRef<AbortController | null>(null);
  // Closing the dialog ends what it began.
  useEffect(() => () => running.current?.abort(), []);

  const start = async () => {
    const controller = new AbortController();
    running.current = controller;
    setRecords(0);
    const wanted = Object.fromEntries(new URLSearchParams(queryOf(filter, { format })));
    try {
      const { signal } = controller;
      const fileName = await exportOnServer({ wanted, signal, onProgress: setRecords });
      toggleNotification({ type: 'success', message: t('records.export.done', { fileName }) });
      close();
    } catch (error) {
      const cancelled = controller.signal.aborted;
      const { message: reason } = error as Error;
      toggleNotification({
        type: cancelled ? 'info' : 'danger',
        message: cancelled ? t('records.export.cancelled') : t('records.export.failed', { reason }),
      });
      setRecords(null);
    }
  };

  return (
    <>
      <Modal.Body>
        <Flex direction="column" alignItems="stretch" gap={4}>
          <Typography>
            {t(Object.keys(filter).length > 0 ? 'records.export.filtered' : 'records.export.all')}
          </Typography>
          <Radio.Group
            value={format}
            disabled={records !== null}
            aria-label={t('records.export.format')}
            onValueChange={(value: string) => setFormat(value === 'json' ? 'json' : 'csv')}
          >
            <Radio.Item value="csv">{t('records.export.csv')}</Radio.Item>
            <Radio.Item value="json">{t('records.export.json')}</Radio.Item>
          </Radio.Group>
          {records !== null && (
            <Box aria-live="polite">
              <Typography>{t('records.export.progress', { n: intl.formatNumber(records) })}</Typography>
            </Box>
          )}
        </Flex>
      </Modal.Body>
      <DialogFooter close={records === null ? close : () => running.current?.abort()}>
        <Button onClick={start} loading={records !== null}>
          {t('records.export.start')}
        </Button>
      </DialogFooter>
    </>
  );
}
