import { Button } from '@strapi/design-system';
import { useNotification } from '@strapi/strapi/admin';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useDownload } from '../../api/download';
import { useTexts } from '../../texts';

interface Props {
  path: string;
  fileName: string;
  icon: ReactNode;
  label: string;
  /** What is said where the server does not give the file. */
  failed(reason: string): string;
}

/** Saves an answer of the server as a file. Leaving the page ends it. */
export function SaveButton({ path, fileName, icon, label, failed }: Props) {
  const { t } = useTexts();
  const { toggleNotification } = useNotification();
  const download = useDownload();
  const [busy, setBusy] = useState(false);
  const ending = useRef<AbortController | null>(null);
  useEffect(() => () => ending.current?.abort(), []);
  const start = async () => {
    const controller = new AbortController();
    ending.current = controller;
    setBusy(true);
    try {
      await download({ path, fileName, signal: controller.signal });
      toggleNotification({ type: 'success', message: t('records.export.done', { fileName }) });
    } catch (error) {
      if (controller.signal.aborted) return;
      toggleNotification({ type: 'danger', message: failed((error as Error).message) });
    }
    setBusy(false);
  };
  return (
    <Button variant="secondary" startIcon={icon} loading={busy} onClick={start}>
      {label}
    </Button>
  );
}
