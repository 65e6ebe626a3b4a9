import { isWebAddress } from '@permesso/consent-core';
import type { PanelComponent } from '@strapi/content-manager/strapi-admin';
import { Dialog, Flex, Link, Typography } from '@strapi/design-system';
import { Check, CheckCircle } from '@strapi/icons';
import { useForm } from '@strapi/strapi/admin';
import { UIDS } from '../../../server/src/uids';
import { useAct } from '../api/act';
import type { Verification } from '../api/contract';
import { Confirmation } from '../dialog';
import { useAllowed } from '../permissions';
import { TallButton } from '../tall-button';
import { useTexts } from '../texts';
import { Marked } from './panel-parts';
import { useConsentVerificationQuery, useVerifyConsentProcessorMutation } from './verification-api';

/** Beside a processor: whether somebody has compared the entry with its contract, and the act of saying so. */
export const VerificationPanel: PanelComponent = ({ model, documentId, document }) => {
  const { t } = useTexts();
  if (model !== UIDS.processor) return null;
  return {
    title: t('verification.title'),
    content:
      document && documentId ? (
        <Saved documentId={documentId} />
      ) : (
        <Typography variant="pi" textColor="neutral600">
          {t('verification.saveFirst')}
        </Typography>
      ),
  };
};

function Saved({ documentId }: { documentId: string }) {
  const { t } = useTexts();
  const { currentData: verification, isError } = useConsentVerificationQuery(documentId);
  if (isError) return <Typography textColor="danger600">{t('error.load')}</Typography>;
  if (!verification) return <Typography textColor="neutral600">{t('loading')}</Typography>;
  return (
    <Flex direction="column" alignItems="stretch" gap={3} width="100%">
      <Standing verification={verification} />
      <Acts documentId={documentId} verified={verification.verified} />
    </Flex>
  );
}

function Standing({ verification: { verified, at, by, changedSince } }: { verification: Verification }) {
  const { t, intl } = useTexts();
  const said =
    at && by
      ? t('verification.by', {
          date: intl.formatDate(at, { dateStyle: 'medium', timeStyle: 'short' }),
          name: by,
        })
      : t(verified ? 'verification.seeded' : 'verification.open');
  return (
    <Marked isWell={verified && !changedSince}>
      <Typography variant="pi" tag="p" fontWeight="bold">
        {t(verified ? 'verification.yes' : 'verification.no')}
      </Typography>
      <Typography variant="pi" tag="p" textColor="neutral700">
        {said}
      </Typography>
      {changedSince && (
        <Typography variant="pi" tag="p" textColor="neutral800">
          {t('verification.changed')}
        </Typography>
      )}
    </Marked>
  );
}

function Acts({ documentId, verified }: { documentId: string; verified: boolean }) {
  const { t } = useTexts();
  const [verify] = useVerifyConsentProcessorMutation();
  const act = useAct();
  const modified = useForm('Verification', (form) => form.modified);
  const dpaUrl = useForm('Verification', ({ values }) => urlOf(values));
  if (!useAllowed('verifyProcessors')) return null;
  const say = (isVerified: boolean) => act(verify({ documentId, isVerified }));
  return (
    <Flex direction="column" alignItems="stretch" gap={2}>
      {dpaUrl && (
        <Link href={dpaUrl} isExternal>
          {t('processors.dpa')}
        </Link>
      )}
      <Dialog.Root>
        <Dialog.Trigger>
          <TallButton variant="secondary" startIcon={<Check />} disabled={modified} fullWidth>
            {t(verified ? 'verification.again' : 'verification.verify')}
          </TallButton>
        </Dialog.Trigger>
        <Confirmation
          title={t('verification.verify')}
          icon={<CheckCircle />}
          variant="success-light"
          onConfirm={() => void say(true)}
        >
          {t('verification.confirm')}
        </Confirmation>
      </Dialog.Root>
      {modified && (
        <Typography variant="pi" textColor="neutral600">
          {t('verification.modified')}
        </Typography>
      )}
      {verified && (
        <TallButton variant="tertiary" fullWidth onClick={() => say(false)}>
          {t('verification.withdraw')}
        </TallButton>
      )}
    </Flex>
  );
}

function urlOf(values: object): string | null {
  const url: unknown = Reflect.get(values, 'dpaUrl');
  return typeof url === 'string' && isWebAddress(url) ? url : null;
}
