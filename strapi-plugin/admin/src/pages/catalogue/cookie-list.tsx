import type { TrackerCookie } from '@permesso/consent-core';
import { Box, Flex, Typography } from '@strapi/design-system';
import { useTexts } from '../../texts';

/** What a tracker stores, an entry a line. */
export function CookieList({ cookies }: { cookies: readonly TrackerCookie[] }) {
  const { t } = useTexts();
  if (cookies.length === 0)
    return <Typography textColor="neutral600">{t('trackers.cookies.none')}</Typography>;
  return (
    <Flex tag="ul" direction="column" alignItems="stretch" gap={2} paddingTop={2}>
      {cookies.map(({ name, domain, storage, durationText, description }) => (
        <Box
          key={`${storage}:${domain ?? ''}:${name}`}
          tag="li"
          background="neutral100"
          hasRadius
          padding={3}
        >
          <Typography fontWeight="bold">{domain ? `${name} (${domain})` : name}</Typography>
          <Typography variant="pi" tag="p" textColor="neutral600">
            {[t(`cookies.storage.${storage}`), durationText].filter(Boolean).join(' · ')}
          </Typography>
          {description && (
            <Typography variant="pi" tag="p">
              {description}
            </Typography>
          )}
        </Box>
      ))}
    </Flex>
  );
}
