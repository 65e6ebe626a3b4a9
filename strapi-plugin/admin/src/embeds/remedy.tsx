import { Box, LinkButton, Modal, Typography } from '@strapi/design-system';
import { NavLink } from 'react-router-dom';
import { UIDS } from '../../../server/src/uids';
import type { Service } from '../api/contract';
import { DialogButton } from '../dialog';
import type { Afterwards } from '../pages/catalogue/addition';
import { useConsentTrackerCatalogueQuery } from '../pages/catalogue/api';
import { PresetForm } from '../pages/catalogue/preset-form';
import { UnknownForm } from '../pages/catalogue/unknown-form';
import { Loading } from '../pages/loading';
import { useAllowed } from '../permissions';
import { documentPage } from '../plugin';
import { TallButton } from '../tall-button';
import { type TextKey, useTexts } from '../texts';

interface Props {
  service: Service & { hosts: string[] };
}

/**
 * What somebody can do about a service, by what their role may: have a tracker of the site answer for it, choose a picture for the one that
 * does, or ask somebody who may.
 */
export function Remedy({ service }: Props) {
  const { t } = useTexts();
  const mayAdd = useAllowed('addTrackers');
  const mayRead = useAllowed('readTrackers');
  const { state, name, preset, tracker, hosts } = service;
  if (state === 'code') return null;
  if (tracker && mayRead)
    return <TrackerLink tracker={tracker} name={name} does={state === 'declared' ? 'picture' : 'open'} />;
  if (state === 'declared') return null;
  if (tracker || !mayAdd) {
    return (
      <Typography variant="pi" textColor="neutral800">
        {t('embeds.ask')}
      </Typography>
    );
  }
  const after = (close: () => void, said: TextKey): Afterwards => ({ said, added: close });
  const [title, label] = preset
    ? [t('catalogue.add.label', { name }), t('catalogue.link')]
    : [t('embeds.declare.label', { name }), t('scanner.declare')];
  return (
    <Box>
      <DialogButton
        title={title}
        button={
          <TallButton variant="secondary" aria-label={title}>
            {label}
          </TallButton>
        }
      >
        {(close) =>
          preset ? (
            <PresetForm preset={preset} after={after(close, 'embeds.added')} close={close} />
          ) : (
            <DeclareForm hosts={hosts} after={after(close, 'embeds.declared.off')} close={close} />
          )
        }
      </DialogButton>
    </Box>
  );
}

function TrackerLink({ tracker, name, does }: { tracker: string; name: string; does: 'open' | 'picture' }) {
  const { t } = useTexts();
  return (
    <Box>
      <LinkButton
        variant="tertiary"
        size="S"
        tag={NavLink}
        to={documentPage(UIDS.tracker, tracker)}
        aria-label={t(`embeds.${does}.label`, { name })}
      >
        {t(`embeds.${does}`)}
      </LinkButton>
    </Box>
  );
}

function DeclareForm({ hosts, after, close }: { hosts: string[]; after: Afterwards; close(): void }) {
  const { t, intl } = useTexts();
  const { data: catalogue, isError } = useConsentTrackerCatalogueQuery(intl.locale);
  if (!catalogue) return <Modal.Body>{isError ? t('error.load') : <Loading />}</Modal.Body>;
  // Hosts of trackers have no ports.
  const names = hosts.map((host) => host.replace(/:\d+$/, ''));
  return (
    <UnknownForm
      seen={{ name: names[0] ?? '', vendor: null, category: null, hosts: names }}
      categories={catalogue.categories}
      path="/consent/embeds/trackers"
      more={{ hosts: names }}
      after={after}
      close={close}
    />
  );
}
