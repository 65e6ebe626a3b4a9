import type { PanelComponent } from '@strapi/content-manager/strapi-admin';
import { Box, Flex, Typography } from '@strapi/design-system';
import { useForm } from '@strapi/strapi/admin';
import { effectOf, type Phrase } from '../../../server/src/catalogue/tracker-effect';
import { UIDS } from '../../../server/src/uids';
import type { PublishedState } from '../api/contract';
import { useTexts } from '../texts';
import { Marked, PanelSection, WithPublishedState } from './panel-parts';
import { trackerDraft } from './tracker-form';

/** Beside the form of a tracker: what it will do on the site, as the form stands now. */
export const TrackerPanel: PanelComponent = ({ model, documentId, document }) => {
  const { t } = useTexts();
  if (model !== UIDS.tracker) return null;
  return {
    title: t('effect.title'),
    content: (
      <WithPublishedState>
        {(state) => <EffectOfForm documentId={(document && documentId) || null} state={state} />}
      </WithPublishedState>
    ),
  };
};

const ROWS = ['served', 'loads', 'waits', 'consentMode', 'clears'] as const;

function EffectOfForm({ documentId, state }: { documentId: string | null; state: PublishedState }) {
  const { t } = useTexts();
  const values = useForm('TrackerEffect', (form) => form.values);
  const opened = useForm('TrackerEffect', (form) => form.initialValues);
  const { warnings, ...effect } = effectOf(trackerDraft(values, documentId, state, opened), state);
  return (
    <PanelSection label={t('effect.title')}>
      <Box aria-live="polite">
        {warnings.length > 0 ? (
          <Warnings warnings={warnings} />
        ) : (
          <Marked isWell>
            <Typography variant="pi" textColor="success700">
              {t('effect.sound')}
            </Typography>
          </Marked>
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
    </PanelSection>
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
        <Marked key={sentence(phrase)} tag="li" isWell={false}>
          <Typography variant="pi" textColor="neutral800">
            {t(phrase.key, phrase.values)}
          </Typography>
        </Marked>
      ))}
    </Flex>
  );
}
