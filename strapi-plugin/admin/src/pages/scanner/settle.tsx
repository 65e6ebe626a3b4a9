import { Box, Button, Flex, Modal, Typography } from '@strapi/design-system';
import { useNotification } from '@strapi/strapi/admin';
import { type ReactNode, useState } from 'react';
import { useAct } from '../../api/act';
import type { FindingDetails } from '../../api/contract';
import { useAllowed } from '../../permissions';
import { useTexts } from '../../texts';
import { useSettleConsentFindingMutation } from './api';
import { DeclareForm } from './declare-form';
import { IgnoreForm } from './ignore-form';
import { MoveForm } from './move-form';

interface Props {
  details: FindingDetails;
  settled(): void;
}

/** What somebody can do about a finding, by what it is about and what their role may. */
export function SettleButtons({ details, settled }: Props) {
  const { t } = useTexts();
  const [settle] = useSettleConsentFindingMutation();
  const act = useAct();
  const { toggleNotification } = useNotification();
  const mayDeclare = useAllowed('addTrackers');
  const mayMove = useAllowed('moveTrackers');
  const { finding, seen, tracker } = details;
  const id = finding.documentId;
  const tell = async (what: string, data: object = {}): Promise<boolean> => {
    if (!(await act(settle({ id, act: what, data })))) return false;
    toggleNotification({ type: 'success', message: t('scanner.settled') });
    settled();
    return true;
  };
  if (finding.state === 'gone') return null;
  if (finding.state !== 'open') {
    return (
      <Box>
        <Button variant="tertiary" onClick={() => tell('reopen')}>
          {t('scanner.reopen')}
        </Button>
      </Box>
    );
  }
  return (
    <Flex direction="column" alignItems="stretch" gap={2}>
      <Typography textColor="neutral600">{t('scanner.settle.hint')}</Typography>
      <Flex gap={2} wrap="wrap">
        {mayDeclare && seen && (
          <SettleDialog name={t('scanner.declare')}>
            {(close) => <DeclareForm details={details} seen={seen} close={close} />}
          </SettleDialog>
        )}
        {mayMove && tracker && (
          <SettleDialog name={t('scanner.move')}>
            {(close) => <MoveForm details={details} tracker={tracker} tell={tell} close={close} />}
          </SettleDialog>
        )}
        <SettleDialog name={t('scanner.ignore')}>
          {(close) => <IgnoreForm tell={tell} close={close} />}
        </SettleDialog>
        <Button variant="secondary" onClick={() => tell('fix')}>
          {t('scanner.fix')}
        </Button>
      </Flex>
    </Flex>
  );
}

/** A button, and the dialog that it opens. */
function SettleDialog({ name, children }: { name: string; children(close: () => void): ReactNode }) {
  const { t } = useTexts();
  const [open, setOpen] = useState(false);
  return (
    <Modal.Root open={open} onOpenChange={setOpen}>
      <Modal.Trigger>
        <Button variant="secondary">{name}</Button>
      </Modal.Trigger>
      <Modal.Content>
        <Modal.Header closeLabel={t('cancel')}>
          <Modal.Title>{name}</Modal.Title>
        </Modal.Header>
        {children(() => setOpen(false))}
      </Modal.Content>
    </Modal.Root>
  );
}
