import { Flex, Loader } from '@strapi/design-system';
import { useTexts } from '../texts';

/** What is on its way, within a page: Strapi's own `Page.Loading` is a page, with a second `main`. */
export function Loading() {
  const { t } = useTexts();
  return (
    <Flex justifyContent="center" padding={8}>
      <Loader>{t('loading')}</Loader>
    </Flex>
  );
}
