import { Typography } from '@strapi/design-system';
import { useTexts } from '../../texts';

/** Where there is nothing to count yet. */
export function NoDecisions() {
  const { t } = useTexts();
  return <Typography textColor="neutral600">{t('overview.noDecisions')}</Typography>;
}
