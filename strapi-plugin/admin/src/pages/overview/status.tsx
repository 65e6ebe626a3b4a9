import { Status, Typography } from '@strapi/design-system';
import { useTexts } from '../../texts';

/** Whether visitors are asked, in a word. */
export function EnabledStatus({ enabled }: { enabled: boolean }) {
  const { t } = useTexts();
  const variant = enabled ? 'success' : 'secondary';
  return (
    <Status variant={variant} size="S" width="min-content">
      <Typography variant="omega" fontWeight="bold" textColor={`${variant}700`}>
        {t(enabled ? 'overview.on' : 'overview.off')}
      </Typography>
    </Status>
  );
}
