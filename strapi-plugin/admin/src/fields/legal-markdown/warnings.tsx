import { lintLegalMarkdown } from '@permesso/consent-core/legal';
import { Box, Flex, TextButton, Typography } from '@strapi/design-system';
import { useDeferredValue, useMemo } from 'react';
import { useTexts } from '../../texts';

interface Props {
  markdown: string;
  /** @param line from 1 */
  showLine(line: number): void;
}

/** What visitors would not see as it was meant; the same check as on the overview. */
export function Warnings({ markdown, showLine }: Props) {
  const { t } = useTexts();
  const checked = useDeferredValue(markdown);
  const warnings = useMemo(() => lintLegalMarkdown(checked), [checked]);
  if (warnings.length === 0) return null;
  return (
    <Box background="warning100" borderColor="warning200" hasRadius padding={4} marginTop={2}>
      <Typography fontWeight="bold" textColor="neutral800">
        {t('legal.warnings', { n: warnings.length })}
      </Typography>
      <Flex tag="ul" direction="column" alignItems="stretch" gap={2} paddingTop={2}>
        {warnings.map(({ code, message, line }) => (
          <Flex key={`${line}:${message}`} tag="li" gap={3} alignItems="baseline">
            <TextButton onClick={() => showLine(line)}>{t('legal.line', { line })}</TextButton>
            <Box>
              <Typography fontWeight="semiBold">{t(`legal.lint.${code}`)}</Typography>
              <Typography variant="pi" tag="p" textColor="neutral700">
                {message}
              </Typography>
            </Box>
          </Flex>
        ))}
      </Flex>
    </Box>
  );
}
