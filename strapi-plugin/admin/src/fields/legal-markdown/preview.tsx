import { type LegalPageContent, legalPageHtml, parseLegalMarkdown } from '@permesso/consent-core/legal';
import { Box, Loader, Typography } from '@strapi/design-system';
import { useForm, useQueryParams } from '@strapi/strapi/admin';
import { useMemo } from 'react';
import { styled } from 'styled-components';
import { useRequest } from '../../api/request';
import { useTexts } from '../../texts';

/** The page as the site renders it: the same code, and what is published now in its tables. */
export function Preview({ markdown }: { markdown: string }) {
  const { t } = useTexts();
  const [{ query }] = useQueryParams<{ plugins?: { i18n?: { locale?: string } } }>();
  const locale = query.plugins?.i18n?.locale ?? '';
  const { answer } = useRequest<LegalPageContent>(
    `/consent/legal-preview?locale=${encodeURIComponent(locale)}`,
  );
  const effectiveDate = useForm('LegalPreview', ({ values }) => dateOf(values));
  const html = useMemo(() => {
    if (answer.state !== 'loaded') return '';
    return legalPageHtml(parseLegalMarkdown(markdown), { ...answer.value, effectiveDate });
  }, [answer, markdown, effectiveDate]);

  if (answer.state === 'loading') return <Loader>{t('legal.preview')}</Loader>;
  if (answer.state === 'failed') return <Typography textColor="danger600">{t('error.load')}</Typography>;
  return (
    <Box tag="section" borderColor="neutral200" hasRadius padding={6} aria-label={t('legal.preview')}>
      <Page
        lang={answer.value.locale}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the core's rendering is safe to publish as it is.
        dangerouslySetInnerHTML={{ __html: html }}
      />
    </Box>
  );
}

/** The effective date of the page that is being edited, as `YYYY-MM-DD`. */
function dateOf(values: object): string | undefined {
  const date: unknown = Reflect.get(values, 'effectiveDate');
  return typeof date === 'string' ? date : undefined;
}

const Page = styled.div`
  max-width: 80rem;
  font-size: 1.5rem;
  line-height: 1.6;
  color: ${({ theme }) => theme.colors.neutral800};
  h1,
  h2,
  h3,
  h4,
  strong,
  th,
  caption {
    font-weight: bold;
  }
  h1 {
    font-size: 2.6rem;
  }
  h2 {
    font-size: 2rem;
  }
  h1,
  h2,
  h3,
  p,
  ul,
  ol,
  table {
    margin-bottom: ${({ theme }) => theme.spaces[4]};
  }
  ul {
    list-style: disc;
    padding-left: ${({ theme }) => theme.spaces[6]};
  }
  ol {
    list-style: decimal;
    padding-left: ${({ theme }) => theme.spaces[6]};
  }
  em {
    font-style: italic;
  }
  table {
    width: 100%;
    border-collapse: collapse;
    font-size: 1.3rem;
  }
  caption,
  th,
  td {
    text-align: left;
    vertical-align: top;
    padding: ${({ theme }) => theme.spaces[2]};
    border-bottom: 1px solid ${({ theme }) => theme.colors.neutral200};
  }
  a {
    color: ${({ theme }) => theme.colors.primary600};
  }
`;
