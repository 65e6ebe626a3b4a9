import { LinkButton } from '@strapi/design-system';
import { Shield } from '@strapi/icons';
import { NavLink, useParams } from 'react-router-dom';
import { UIDS } from '../../../server/src/uids';
import { useAllowed } from '../permissions';
import { PAGES } from '../plugin';
import { useTexts } from '../texts';

const CATALOGUES = {
  [UIDS.tracker]: { path: 'trackers', permission: 'addTrackers' },
  [UIDS.processor]: { path: 'processors', permission: 'addProcessors' },
} as const;

/** Beside the lists of trackers and processors: the way to add one from the catalogue. */
export function CatalogueLink() {
  const { slug = '' } = useParams();
  const catalogue = CATALOGUES[slug as keyof typeof CATALOGUES];
  return catalogue ? <Link {...catalogue} /> : null;
}

function Link({ path, permission }: (typeof CATALOGUES)[keyof typeof CATALOGUES]) {
  const { t } = useTexts();
  if (!useAllowed(permission)) return null;
  return (
    <LinkButton variant="secondary" tag={NavLink} to={`${PAGES}/catalogue/${path}`} startIcon={<Shield />}>
      {t('catalogue.link')}
    </LinkButton>
  );
}
