import { Box, Typography } from '@strapi/design-system';
import type { QuarantineEntry } from '../../api/contract';
import { useTexts } from '../../texts';

/** Says of a record that it is set apart, since when, by whom and why. */
export function QuarantineNotice({ quarantine: { actor, at, reason } }: { quarantine: QuarantineEntry }) {
  const { t, intl } = useTexts();
  const date = intl.formatDate(at, { dateStyle: 'long', timeStyle: 'short' });
  return (
    <Box
      tag="section"
      background="warning100"
      borderColor="warning200"
      hasRadius
      padding={5}
      aria-label={t('quarantine.badge')}
    >
      <Typography variant="delta" tag="h2">
        {t('quarantine.badge')}
      </Typography>
      <Typography tag="p">{t('quarantine.notice', { date, who: actor.name })}</Typography>
      <Typography tag="p" fontWeight="bold">
        {reason}
      </Typography>
    </Box>
  );
}
