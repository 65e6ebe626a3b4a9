import type { PanelComponent } from '@strapi/content-manager/strapi-admin';
import { Box, Flex, Typography } from '@strapi/design-system';
import { Check, WarningCircle } from '@strapi/icons';
import { useForm } from '@strapi/strapi/admin';
import { UIDS } from '../../../server/src/uids';
import type { PublishedState } from '../api/contract';
import { usePublishedState } from '../published-state';
import { useTexts } from '../texts';
import { effectOf, type Phrase } from './tracker-effect';
import { trackerDraft } from './tracker-form';

/** Beside the form of a tracker: what it will do on the site, as the form stands now. */
export const TrackerPanel: PanelComponent = ({ model, documentId, document }) => {
  const { t } = useTexts();
  if (model !== UIDS.tracker) return null;
  return {
    title: t('effect.title'),
    content: <Effect documentId={(document && documentId) || null} />,
  };
};

function Effect({ documentId }: { documentId: string | null }) {
  const { t } = useTexts();
  const { data: state, isError } = usePublishedState();
  if (isError) return <Typography textColor="danger600">{t('error.load')}</Typography>;
  if (!state) return <Typography textColor="neutral600">{t('loading')}</Typography>;
  return <EffectOfForm documentId={documentId} state={state} />;
}

const ROWS = ['served', 'loads', 'waits', 'consentMode', 'clears'] as const;

function EffectOfForm({ documentId, state }: { documentId: string | null; state: PublishedState }) {
  const { t } = useTexts();
  const values = useForm('TrackerEffect', (form) => form.values);
  const { warnings, ...effect } = effectOf(trackerDraft(values, documentId, state), state);
  return (
    <Flex
      tag="section"
      direction="column"
      alignItems="stretch"
      gap={4}
      width="100%"
      aria-label={t('effect.title')}
    >
      <Box aria-live="polite">
        {warnings.length > 0 ? (
          <Warnings warnings={warnings} />
        ) : (
          <Flex gap={2}>
            <Check fill="success600" aria-hidden />
            <Typography variant="pi" textColor="success700">
              {t('effect.sound')}
            </Typography>
          </Flex>
        )}
      </Box>
      <Flex tag="dl" direction="column" alignItems="stretch" gap={4}>
        {ROWS.map((row) => (
          <Box key={row}>
            <Typography variant="pi" tag="dt" fontWeight="bold">
              {t(`effect.${row}`)}
            </Typography>
            {effect[row].map((phrase) => (
              <Said key={sentence(phrase)} phrase={phrase} />
            ))}
          </Box>
        ))}
      </Flex>
    </Flex>
  );
}

const sentence = ({ key, values }: Phrase): string => `${key}:${JSON.stringify(values ?? {})}`;

function Said({ phrase: { key, values } }: { phrase: Phrase }) {
  const { t } = useTexts();
  return (
    // Addresses are long, and the panel is narrow.
    <Typography variant="pi" tag="dd" textColor="neutral700" style={{ overflowWrap: 'anywhere' }}>
      {t(key, values)}
    </Typography>
  );
}

function Warnings({ warnings }: { warnings: Phrase[] }) {
  const { t } = useTexts();
  return (
    <Flex
      tag="ul"
      direction="column"
      alignItems="stretch"
      gap={2}
      background="warning100"
      borderColor="warning200"
      hasRadius
      padding={3}
    >
      {warnings.map((phrase) => (
        <Flex key={sentence(phrase)} tag="li" gap={2} alignItems="flex-start">
          <Box paddingTop={1}>
            <WarningCircle fill="warning600" aria-hidden />
          </Box>
          <Typography variant="pi" textColor="neutral800" style={{ overflowWrap: 'anywhere' }}>
            {t(phrase.key, phrase.values)}
          </Typography>
        </Flex>
      ))}
    </Flex>
  );
}
