import { Button } from '@strapi/design-system';
import { Download } from '@strapi/icons';
import { useNotification } from '@strapi/strapi/admin';
import { useEffect, useRef, useState } from 'react';
import { useDownload } from '../../api/download';
import { useTexts } from '../../texts';
import { type Filter, queryOf } from './filter';

/** Saves the entries of a filter as CSV. Leaving the page ends it. */
export function ExportTrail({ filter }: { filter: Filter }) {
  const { t } = useTexts();
  const { toggleNotification } = useNotification();
  const download = useDownload();
  const [running, setRunning] = useState(false);
  const ending = useRef<AbortController | null>(null);
  useEffect(() => () => ending.current?.abort(), []);
  const start = async () => {
    const controller = new AbortController();
    ending.current = controller;
    setRunning(true);
    const fileName = `consent-audit-trail-${new Date().toISOString().slice(0, 10)}.csv`;
    const path = `/consent/audit/export?${queryOf(filter)}`;
    try {
      await download({ path, fileName, signal: controller.signal, onLines: () => undefined });
      toggleNotification({ type: 'success', message: t('records.export.done', { fileName }) });
    } catch (error) {
      if (controller.signal.aborted) return;
      toggleNotification({
        type: 'danger',
        message: t('records.export.failed', { reason: (error as Error).message }),
      });
    }
    setRunning(false);
  };
  return (
    <Button variant="secondary" startIcon={<Download />} loading={running} onClick={start}>
      {t('audit.export')}
    </Button>
  );
}
