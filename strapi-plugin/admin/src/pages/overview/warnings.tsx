import { Accordion, Badge, Box, Flex, Link, Typography } from '@strapi/design-system';
import { NavLink } from 'react-router-dom';
import { styled } from 'styled-components';
import { CONFIGURATION_UID, UIDS } from '../../../../server/src/uids';
import type { ConsentWarning } from '../../api/contract';
import { documentPage, PAGES } from '../../plugin';
import { type Texts, useTexts } from '../../texts';
import { InParts } from '../list/in-parts';
import { tabOf } from '../settings/fields';
import { Summary } from '../summary';
import { placesOf, type WarningPlace } from './places';

/** Where a warning is mended: the very document in the content manager, the tab of the settings, or the finding. */
export function placeOf({ uid, documentId, locale, field }: ConsentWarning): string | null {
  if (!uid) return null;
  if (uid === UIDS.scanFinding && documentId) return `${PAGES}/scanner/findings/${documentId}`;
  if (uid === UIDS.scanRun) return `${PAGES}/scanner`;
  if (uid === CONFIGURATION_UID) return `${PAGES}/releases`;
  if (uid === UIDS.setting) return `${PAGES}/settings/${tabOf(`shared.${field}`)}`;
  if (!documentId) return `/content-manager/collection-types/${uid}`;
  const inLocale = locale ? `?plugins[i18n][locale]=${encodeURIComponent(locale)}` : '';
  return documentPage(uid, documentId) + inLocale;
}

/** What should be looked at, by kind and then by document; each with the way there. */
export function Warnings({ warnings }: { warnings: ConsentWarning[] }) {
  const { t } = useTexts();
  if (warnings.length === 0) return <Typography textColor="neutral600">{t('overview.allWell')}</Typography>;
  const kinds = [...new Set(warnings.map(({ code }) => code))];
  return (
    <Kinds defaultValue={kinds.length === 1 ? kinds[0] : undefined}>
      {kinds.map((code) => {
        const places = placesOf(warnings.filter((warning) => warning.code === code));
        return (
          <Accordion.Item key={code} value={code}>
            <Accordion.Header>
              <Accordion.Trigger>{t(`warning.${code}`)}</Accordion.Trigger>
              <Accordion.Actions>
                <Badge aria-label={t('overview.warnings.count', { n: places.length })}>{places.length}</Badge>
              </Accordion.Actions>
            </Accordion.Header>
            <Accordion.Content>
              <Box paddingTop={4} paddingLeft={4} paddingRight={4}>
                <Typography textColor="neutral600">{t(`warning.${code}.why`)}</Typography>
              </Box>
              <Box padding={4}>
                <InParts entries={places}>
                  {(shown) => (
                    <Flex tag="ul" direction="column" alignItems="stretch" gap={3}>
                      {shown.map((place) => (
                        <Place key={place.key} place={place} />
                      ))}
                    </Flex>
                  )}
                </InParts>
              </Box>
            </Accordion.Content>
          </Accordion.Item>
        );
      })}
    </Kinds>
  );
}

/** Strapi cuts a heading off that has no room on its line: of a warning, what it warns of. */
const Kinds = styled(Accordion.Root)`
  h3 button span {
    white-space: normal;
  }
`;

function Place({ place: { warning, details } }: { place: WarningPlace }) {
  const { t } = useTexts();
  const to = placeOf(warning);
  const what = warning.subject ?? warning.message;
  return (
    <Flex tag="li" justifyContent="space-between" alignItems="flex-start" gap={4}>
      <Box minWidth={0}>
        <Typography>{what}</Typography>
        <Details details={details.map((detail) => detailText(t, warning.code, detail))} />
      </Box>
      {to && (
        <Link tag={NavLink} to={to} aria-label={t('overview.fix.label', { what })}>
          {t('overview.fix')}
        </Link>
      )}
    </Flex>
  );
}

/** A number is told in words; everything else is what it is, in any language. */
function detailText(t: Texts['t'], code: ConsentWarning['code'], detail: string): string {
  if (code !== 'seal-behind') return detail;
  // Those that were counted, and a plus where there are more.
  const n = Number.parseInt(detail, 10);
  return t(detail.endsWith('+') ? 'warning.seal-behind.detail.more' : 'warning.seal-behind.detail', { n });
}

/** One is read at a glance; of several the number, and each of them for whoever opens it. */
function Details({ details }: { details: string[] }) {
  const { t } = useTexts();
  if (details.length < 2) return details.map((detail) => <Detail key={detail}>{detail}</Detail>);
  return (
    <details>
      <Summary>{t('overview.warnings.passages', { n: details.length })}</Summary>
      <ul>
        {details.map((detail) => (
          <li key={detail}>
            <Detail>{detail}</Detail>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Detail({ children }: { children: string }) {
  return (
    <Typography variant="pi" tag="p" textColor="neutral600" style={{ overflowWrap: 'anywhere' }}>
      {children}
    </Typography>
  );
}
