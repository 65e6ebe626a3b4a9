import { Box, Typography } from '@strapi/design-system';
import type { Evidence } from '../../api/contract';
import { useTexts } from '../../texts';
import { Mark } from '../mark';

const VARIANTS = { sealed: 'success', waiting: 'neutral', changed: 'danger' } as const;

/** Whether a record is what was sealed, and as which entry of the log. */
export function Seal({ seal }: { seal: NonNullable<Evidence['seal']> }) {
  const { t } = useTexts();
  const index = seal.state === 'waiting' ? '' : seal.index;
  return <Mark variant={VARIANTS[seal.state]}>{t(`records.seal.${seal.state}`, { index })}</Mark>;
}

/** Says of a record that it is not what was sealed. */
export function ChangedNotice({ index }: { index: number }) {
  const { t } = useTexts();
  return (
    <Box
      tag="section"
      background="danger100"
      borderColor="danger200"
      hasRadius
      padding={5}
      aria-label={t('records.seal')}
    >
      <Typography variant="delta" tag="h2">
        {t('records.seal.changed', { index })}
      </Typography>
      <Typography tag="p">{t('records.seal.notice', { index })}</Typography>
    </Box>
  );
}
