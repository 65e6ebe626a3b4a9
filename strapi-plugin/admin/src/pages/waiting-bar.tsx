import { Box, Flex, Typography } from '@strapi/design-system';
import { Link, useLocation } from 'react-router-dom';
import { PAGES } from '../plugin';
import { useTexts } from '../texts';
import { changesIn, useWaiting } from '../waiting';

const RELEASES = `${PAGES}/releases`;

/** Above the plugin's pages: what was saved and waits to be published. */
export function WaitingBar() {
  const { t } = useTexts();
  const { pathname } = useLocation();
  const waiting = useWaiting(pathname);
  const n = waiting ? changesIn(waiting) : 0;
  const isPlanned = Boolean(waiting?.plan);
  return (
    // There from the start: only then is it read out what has come to wait.
    <Box role="status">
      {waiting && (n > 0 || isPlanned) && pathname !== RELEASES && (
        <Box
          background="warning100"
          borderColor="warning200"
          borderWidth="0 0 1px"
          borderStyle="solid"
          padding={3}
        >
          <Flex justifyContent="space-between" gap={4} wrap="wrap">
            <Typography>{t(isPlanned ? 'releases.bar.planned' : 'releases.bar', { n })}</Typography>
            <Typography tag={Link} to={RELEASES} textColor="primary600" fontWeight="semiBold">
              {t('releases.bar.look')}
            </Typography>
          </Flex>
        </Box>
      )}
    </Box>
  );
}
