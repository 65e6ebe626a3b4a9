import { Box, Button, Flex, Modal, Typography } from '@strapi/design-system';
import { Download } from '@strapi/icons';
import { useNotification } from '@strapi/strapi/admin';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useServerExport } from '../../api/server-export';
import { DialogButton, DialogFooter } from '../../dialog';
import { useTexts } from '../../texts';

interface Props {
  /** Of the button, and the title of the dialog. */
  label: string;
  /** What is going to be exported, in a sentence. */
  hint: string;
  /** Where the server takes orders for it. */
  route: string;
  /** The order, by the names that the route takes. */
  wanted: Record<string, string>;
  /** What is said while the server writes. */
  progress(written: string): string;
  /** What can be chosen. */
  choices?(busy: boolean): ReactNode;
}

/** Has the server write an export; meanwhile it shows how much is written, and can be cancelled. */
export function ExportDialog(props: Props) {
  return (
    <DialogButton
      title={props.label}
      button={
        <Button variant="secondary" startIcon={<Download />}>
          {props.label}
        </Button>
      }
    >
      {(close) => <ExportForm {...props} close={close} />}
    </DialogButton>
  );
}

function ExportForm({ hint, route, wanted, progress, choices, close }: Props & { close(): void }) {
  const { t, intl } = useTexts();
  const { toggleNotification } = useNotification();
  const exportOnServer = useServerExport();
  const [written, setWritten] = useState<number | null>(null);
  const running = useRef<AbortController | null>(null);
  // Closing the dialog ends what it began.
  useEffect(() => () => running.current?.abort(), []);

  const start = async () => {
    const controller = new AbortController();
    running.current = controller;
    setWritten(0);
    try {
      const { signal } = controller;
      const fileName = await exportOnServer({ route, wanted, signal, onProgress: setWritten });
      toggleNotification({ type: 'success', message: t('records.export.done', { fileName }) });
      close();
    } catch (error) {
      const cancelled = controller.signal.aborted;
      const { message: reason } = error as Error;
      toggleNotification({
        type: cancelled ? 'info' : 'danger',
        message: cancelled ? t('records.export.cancelled') : t('records.export.failed', { reason }),
      });
      setWritten(null);
    }
  };

  const busy = written !== null;
  return (
    <>
      <Modal.Body>
        <Flex direction="column" alignItems="stretch" gap={4}>
          <Typography>{hint}</Typography>
          {choices?.(busy)}
          {busy && (
            <Box aria-live="polite">
              <Typography>{progress(intl.formatNumber(written))}</Typography>
            </Box>
          )}
        </Flex>
      </Modal.Body>
      <DialogFooter close={busy ? () => running.current?.abort() : close}>
        <Button onClick={start} loading={busy}>
          {t('records.export.start')}
        </Button>
      </DialogFooter>
    </>
  );
}
