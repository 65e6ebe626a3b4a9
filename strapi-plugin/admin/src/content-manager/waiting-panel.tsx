import type { PanelComponent } from '@strapi/content-manager/strapi-admin';
import { Box, Typography } from '@strapi/design-system';
import { Link } from 'react-router-dom';
import { isOwnType } from '../../../server/src/uids';
import { PAGES } from '../plugin';
import { useTexts } from '../texts';
import { changesIn, useWaiting } from '../waiting';

/** Beside what is published by hand: that a save alone does not do it. */
export const WaitingPanel: PanelComponent = ({ model }) => {
  const { t } = useTexts();
  const waiting = useWaiting();
  if (!isOwnType(model) || !waiting) return null;
  return {
    title: t('releases.panel'),
    content: (
      <Box width="100%">
        <Typography variant="pi" tag="p" textColor="neutral700">
          {t('releases.panel.hint', { n: changesIn(waiting) })}
        </Typography>
        <Typography variant="pi" tag={Link} to={`${PAGES}/releases`} textColor="primary600">
          {t('releases.bar.look')}
        </Typography>
      </Box>
    ),
  };
};
