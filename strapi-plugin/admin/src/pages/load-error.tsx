import { Button } from '@strapi/design-system';
import { Page } from '@strapi/strapi/admin';
import { useTexts } from '../texts';

interface Props {
  /** As a query gives it. */
  error: unknown;
  /** What it means here that the server knows no such thing, where that can be. */
  notFound?: string;
  retry(): void;
}

/**
 * Why a page could not be loaded: what is not there stays so, anything else may pass. It is the whole page, with the
 * one `main` that a page may have.
 */
export function LoadError({ error, notFound, retry }: Props) {
  const { t } = useTexts();
  const isMissing = (error as { status?: number } | null)?.status === 404;
  if (notFound && isMissing) return <Page.Error content={notFound} />;
  return (
    <Page.Error
      action={
        <Button variant="secondary" onClick={retry}>
          {t('error.retry')}
        </Button>
      }
    />
  );
}
