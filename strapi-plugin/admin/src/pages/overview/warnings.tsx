import { Accordion, Badge, Box, Flex, Link, Typography } from '@strapi/design-system';
import { NavLink } from 'react-router-dom';
import type { ConsentWarning } from '../../api/contract';
import { documentPage, PAGES, TYPES } from '../../plugin';
import { useTexts } from '../../texts';
import { tabOf } from '../settings/fields';

/** Where a warning is mended: the very document in the content manager, or the tab of the settings. */
export function placeOf({ uid, documentId, locale, field }: ConsentWarning): string | null {
  if (!uid) return null;
  if (uid === TYPES.setting) return `${PAGES}/settings/${tabOf(`shared.${field}`)}`;
  if (!documentId) return `/content-manager/collection-types/${uid}`;
  const inLocale = locale ? `?plugins[i18n][locale]=${encodeURIComponent(locale)}` : '';
  return documentPage(uid, documentId) + inLocale;
}

/** What should be looked at, by kind; each with the way there. */
export function Warnings({ warnings }: { warnings: ConsentWarning[] }) {
  const { t } = useTexts();
  if (warnings.length === 0) return <Typography textColor="neutral600">{t('overview.allWell')}</Typography>;
  const kinds = [...new Set(warnings.map(({ code }) => code))];
  return (
    <Accordion.Root defaultValue={kinds.length === 1 ? kinds[0] : undefined}>
      {kinds.map((code) => {
        const found = warnings.filter((warning) => warning.code === code);
        return (
          <Accordion.Item key={code} value={code}>
            <Accordion.Header>
              <Accordion.Trigger>{t(`warning.${code}`)}</Accordion.Trigger>
              <Accordion.Actions>
                <Badge aria-label={t('overview.warnings.count', { n: found.length })}>{found.length}</Badge>
              </Accordion.Actions>
            </Accordion.Header>
            <Accordion.Content>
              <Box paddingTop={4} paddingLeft={4} paddingRight={4}>
                <Typography textColor="neutral600">{t(`warning.${code}.why`)}</Typography>
              </Box>
              <Flex tag="ul" direction="column" alignItems="stretch" padding={4} gap={3}>
                {found.map((warning) => (
                  <Found key={`${warning.documentId}:${warning.message}`} warning={warning} />
                ))}
              </Flex>
            </Accordion.Content>
          </Accordion.Item>
        );
      })}
    </Accordion.Root>
  );
}

function Found({ warning }: { warning: ConsentWarning }) {
  const { t } = useTexts();
  const place = placeOf(warning);
  const { subject, detail, message } = warning;
  const what = subject ?? message;
  return (
    <Flex tag="li" justifyContent="space-between" alignItems="flex-start" gap={4}>
      <Box minWidth={0}>
        <Typography>{what}</Typography>
        {detail && (
          <Typography variant="pi" tag="p" textColor="neutral600" style={{ overflowWrap: 'anywhere' }}>
            {detail}
          </Typography>
        )}
      </Box>
      {place && (
        <Link tag={NavLink} to={place} aria-label={t('overview.fix.label', { what })}>
          {t('overview.fix')}
        </Link>
      )}
    </Flex>
  );
}
