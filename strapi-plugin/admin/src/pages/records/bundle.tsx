import { Button } from '@strapi/design-system';
import { Folder } from '@strapi/icons';
import { useNotification } from '@strapi/strapi/admin';
import { useEffect, useRef, useState } from 'react';
import { useDownload } from '../../api/download';
import { useTexts } from '../../texts';

/** Whose evidence it is, by the names that the server's route takes. */
export type BundleSubject = { record: string } | { consentId: string } | { account: string };

/** Saves everything that shows what somebody consented to as one ZIP: it is sealed, and stands alone. */
export function BundleButton({ subject }: { subject: BundleSubject }) {
  const { t } = useTexts();
  const { toggleNotification } = useNotification();
  const download = useDownload();
  const [busy, setBusy] = useState(false);
  const controller = useRef<AbortController | null>(null);
  // Leaving the page ends what it began.
  useEffect(() => () => controller.current?.abort(), []);

  const start = async () => {
    const running = new AbortController();
    controller.current = running;
    const { signal } = running;
    setBusy(true);
    const fileName = `consent-evidence-${new Date().toISOString().slice(0, 10)}.zip`;
    const path = `/consent/records/bundle?${new URLSearchParams(subject)}`;
    try {
      await download({ path, fileName, signal });
      toggleNotification({ type: 'success', message: t('records.export.done', { fileName }) });
    } catch (error) {
      if (signal.aborted) return;
      const message = t('records.bundle.failed', { reason: (error as Error).message });
      toggleNotification({ type: 'danger', message });
    }
    setBusy(false);
  };

  return (
    <Button variant="secondary" startIcon={<Folder />} loading={busy} onClick={start}>
      {t('records.bundle')}
    </Button>
  );
}
