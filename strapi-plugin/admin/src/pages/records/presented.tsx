import { Flex, Typography } from '@strapi/design-system';
import type { ShownPresentation } from '../../api/contract';
import { ScreenPreview } from '../../banner/preview';
import { presentedPage } from '../../banner/preview-page';
import { useTexts } from '../../texts';

/** How the choice was presented, by the word of the site's server: letter for letter what it wrote. */
export function Presented({ presentation }: { presentation: ShownPresentation }) {
  const { t, intl } = useTexts();
  const { content, since, hash } = presentation;
  const date = intl.formatDate(since, { dateStyle: 'medium', timeStyle: 'short' });
  const parts = [
    ...(content.model === 'none' ? [] : (['banner', 'bannerAgain'] as const)),
    'preferences' as const,
  ];
  return (
    <Flex direction="column" alignItems="stretch" gap={3}>
      <Typography variant="pi" textColor="neutral600" style={{ overflowWrap: 'anywhere' }}>
        {`${t('records.presented.exact', { integration: content.integration, date })} · SHA-256: ${hash}`}
      </Typography>
      <Typography variant="pi" textColor="neutral600">
        {t('records.presented.styles')}
      </Typography>
      {parts.map((part) => (
        <Flex key={part} direction="column" alignItems="stretch" gap={2}>
          <Typography variant="sigma" textColor="neutral600">
            {t(`records.presented.${part}`)}
          </Typography>
          <ScreenPreview
            title={t(`records.presented.${part}`)}
            screen="desktop"
            page={presentedPage(content[part], content)}
          />
        </Flex>
      ))}
    </Flex>
  );
}
