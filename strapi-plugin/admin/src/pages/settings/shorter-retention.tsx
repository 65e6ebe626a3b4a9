import { Box, Typography } from '@strapi/design-system';
import { useAllowed } from '../../permissions';
import { useTexts } from '../../texts';
import { useConsentShorterRetentionQuery } from './api';
import { effective, useForm } from './form';

/** Says what a lower number of months will delete, before it is saved; nothing where it is not lower than what holds. */
export function ShorterRetention() {
  const { t } = useTexts();
  const form = useForm();
  const mayShorten = useAllowed('updateRetention');
  const months = effective(form, 'retentionMonths');
  const edited = form.draft.shared.retentionMonths !== form.view.shared.retentionMonths;
  const asked = form.editable && edited && !form.problems['shared.retentionMonths'] ? months : null;
  const { currentData } = useConsentShorterRetentionQuery(asked ?? 0, { skip: asked === null });
  const shorter =
    asked !== null && currentData && asked < currentData.present
      ? { months: asked, present: currentData.present, n: currentData.records }
      : null;
  return (
    <div role="status">
      {shorter && (
        <Box background="warning100" hasRadius padding={4} marginTop={4}>
          <Typography tag="p">{t('settings.shorter', shorter)}</Typography>
          <Typography tag="p">
            {t(mayShorten ? 'settings.shorter.grace' : 'settings.shorter.unconfirmed')}
          </Typography>
        </Box>
      )}
    </div>
  );
}
