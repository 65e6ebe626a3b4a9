import { legalPageHtml, parseLegalMarkdown } from '@permesso/consent-core/legal';
import { legalTexts } from '@permesso/consent-core/texts';
import { Box, Loader, Typography } from '@strapi/design-system';
import { useForm, useQueryParams } from '@strapi/strapi/admin';
import { useMemo } from 'react';
import { PublishedHtml } from '../../published-html';
import { useTexts } from '../../texts';
import { useConsentLegalPreviewQuery } from './api';

/** The page as the site renders it: the same code, and what is published now in its tables. */
export default function LegalPreview({ markdown }: { markdown: string }) {
  const { t } = useTexts();
  const [{ query }] = useQueryParams<{ plugins?: { i18n?: { locale?: string } } }>();
  const locale = query.plugins?.i18n?.locale ?? '';
  const { currentData: page, isError } = useConsentLegalPreviewQuery(locale);
  const effectiveDate = useForm('LegalPreview', ({ values }) => dateOf(values));
  const html = useMemo(() => {
    if (!page) return '';
    const labels = legalTexts(page.locale ?? locale);
    return legalPageHtml(parseLegalMarkdown(markdown, page.settings), { ...page, effectiveDate, labels });
  }, [page, markdown, effectiveDate, locale]);

  if (isError) return <Typography textColor="danger600">{t('error.load')}</Typography>;
  if (!page) return <Loader>{t('legal.preview')}</Loader>;
  return (
    <Box borderColor="neutral200" hasRadius padding={6}>
      <PublishedHtml title={t('legal.preview')} lang={page.locale ?? ''} html={html} />
    </Box>
  );
}

/** The effective date of the page that is being edited, as `YYYY-MM-DD`. */
function dateOf(values: object): string | undefined {
  const date: unknown = Reflect.get(values, 'effectiveDate');
  return typeof date === 'string' ? date : undefined;
}
