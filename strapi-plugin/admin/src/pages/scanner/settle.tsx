import { Box, Button, Flex, Typography } from '@strapi/design-system';
import { useNotification } from '@strapi/strapi/admin';
import { useAct } from '../../api/act';
import type { FindingDetails } from '../../api/contract';
import { DialogButton } from '../../dialog';
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
          <DialogButton
            title={t('scanner.declare')}
            button={<Button variant="secondary">{t('scanner.declare')}</Button>}
          >
            {(close) => <DeclareForm details={details} seen={seen} close={close} />}
          </DialogButton>
        )}
        {mayMove && tracker && (
          <DialogButton
            title={t('scanner.move')}
            button={<Button variant="secondary">{t('scanner.move')}</Button>}
          >
            {(close) => <MoveForm details={details} tracker={tracker} tell={tell} close={close} />}
          </DialogButton>
        )}
        <DialogButton
          title={t('scanner.ignore')}
          button={<Button variant="secondary">{t('scanner.ignore')}</Button>}
        >
          {(close) => <IgnoreForm tell={tell} close={close} />}
        </DialogButton>
        <Button variant="secondary" onClick={() => tell('fix')}>
          {t('scanner.fix')}
        </Button>
      </Flex>
    </Flex>
  );
}
