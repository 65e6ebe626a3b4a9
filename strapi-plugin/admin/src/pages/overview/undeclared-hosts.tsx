import { Box, Flex, Link, Typography } from '@strapi/design-system';
import { NavLink } from 'react-router-dom';
import type { UndeclaredHost } from '../../api/contract';
import { useConsentUndeclaredHostsQuery } from '../../embeds/api';
import { Remedy } from '../../embeds/remedy';
import { nameOf, sayingOf } from '../../embeds/saying';
import { entryPage } from '../../plugin';
import { useTexts } from '../../texts';
import { Loading } from '../loading';
import { Summary } from '../summary';

/** Hosts that published content loads from and nobody declared, each with the entries that do. */
export function UndeclaredHosts() {
  const { t, intl } = useTexts();
  const { data, isError } = useConsentUndeclaredHostsQuery(intl.locale);
  if (isError) return <Typography textColor="danger600">{t('error.load')}</Typography>;
  if (!data) return <Loading />;
  const { reading, hosts, more } = data;
  if (!reading) return <Typography textColor="neutral600">{t('embeds.notFollowed')}</Typography>;
  return (
    <Flex direction="column" alignItems="stretch" gap={4}>
      {reading.isUnderWay && (
        <Typography textColor="neutral600" role="status">
          {t('embeds.underWay', { n: reading.entries })}
        </Typography>
      )}
      {hosts.length === 0 && !reading.isUnderWay && (
        <Typography textColor="neutral600">{t('embeds.allDeclared')}</Typography>
      )}
      <Flex tag="ul" direction="column" alignItems="stretch" gap={4}>
        {hosts.map((host) => (
          <Host key={host.host} host={host} />
        ))}
      </Flex>
      {more > 0 && <Typography textColor="neutral600">{t('embeds.more', { n: more })}</Typography>}
    </Flex>
  );
}

function Host({ host }: { host: UndeclaredHost }) {
  const { t } = useTexts();
  const name = nameOf(host, t);
  const title = host.host && host.host !== name ? `${host.host} (${name})` : name;
  return (
    <Flex tag="li" justifyContent="space-between" alignItems="flex-start" gap={4}>
      <Box minWidth={0} style={{ overflowWrap: 'anywhere' }}>
        <Typography tag="p" fontWeight="bold">
          {title}
        </Typography>
        <Typography variant="pi" tag="p" textColor="neutral600">
          {sayingOf(host, t)}
        </Typography>
        <Places host={host} />
      </Box>
      <Remedy service={{ ...host, hosts: [host.host] }} />
    </Flex>
  );
}

function Places({ host: { entries, isAtLeast, places } }: { host: UndeclaredHost }) {
  const { t, language } = useTexts();
  if (places.length === 0) return null;
  const others = entries - places.length;
  return (
    <details>
      <Summary>{t(isAtLeast ? 'embeds.entries.atLeast' : 'embeds.entries', { n: entries })}</Summary>
      <Flex tag="ul" direction="column" alignItems="flex-start" gap={1} paddingLeft={4}>
        {places.map((place) => (
          <li key={`${place.uid} ${place.documentId} ${place.locale}`}>
            <Link tag={NavLink} to={entryPage(place, place.isSingle)}>
              {place.title}
            </Link>{' '}
            <Typography variant="pi" textColor="neutral600">
              {[place.type, place.locale && language(place.locale)].filter(Boolean).join(', ')}
            </Typography>
          </li>
        ))}
        {others > 0 && (
          <li>
            <Typography variant="pi" textColor="neutral600">
              {t('embeds.others', { n: others })}
            </Typography>
          </li>
        )}
      </Flex>
    </details>
  );
}
