import { Box, Button, Field, Flex, TextInput } from '@strapi/design-system';
import { useNotification } from '@strapi/strapi/admin';
import type { MadeLink as Made } from '../../api/contract';
import { useTexts } from '../../texts';

/**
 * A link that was made, to be looked at and handed on.
 *
 * @param width of the window, in CSS pixels; 0: that of the browser
 */
export function MadeLink({ made, width }: { made: Made; width: number }) {
  const { t, intl } = useTexts();
  const { toggleNotification } = useNotification();
  const moment = intl.formatDate(made.until, { dateStyle: 'medium', timeStyle: 'short' });
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(made.link);
      toggleNotification({ type: 'success', message: t('preview.copied') });
    } catch {
      toggleNotification({ type: 'warning', message: t('preview.notCopied') });
    }
  };
  return (
    <Box background="primary100" hasRadius padding={4}>
      <Flex direction="column" alignItems="stretch" gap={3}>
        <Field.Root hint={t('preview.link.hint', { moment })}>
          <Field.Label>{t('preview.link')}</Field.Label>
          <TextInput value={made.link} readOnly onFocus={(event) => event.target.select()} />
          <Field.Hint />
        </Field.Root>
        <Flex gap={2} wrap="wrap">
          <Button onClick={() => openWindow(made.link, width)}>{t('preview.look')}</Button>
          <Button variant="secondary" onClick={copy}>
            {t('preview.copy')}
          </Button>
        </Flex>
      </Flex>
    </Box>
  );
}

/** A window of this width; a tab where it is the browser's own. It learns nothing of the admin. */
function openWindow(link: string, width: number): void {
  const size = width ? `popup,width=${width},height=${Math.min(900, window.screen.availHeight)},` : '';
  window.open(link, '_blank', `${size}noopener,noreferrer`);
}
