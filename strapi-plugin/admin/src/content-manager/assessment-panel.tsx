import type { PanelComponent } from '@strapi/content-manager/strapi-admin';
import { Box, Flex, Modal, Typography } from '@strapi/design-system';
import { CheckCircle, WarningCircle } from '@strapi/icons';
import { useForm } from '@strapi/strapi/admin';
import { useState } from 'react';
import { UIDS } from '../../../server/src/uids';
import type { AssessmentView } from '../api/contract';
import { useRequest } from '../api/request';
import { useAllowed } from '../permissions';
import { TallButton } from '../tall-button';
import { useTexts } from '../texts';
import { AssessmentForm } from './assessment-form';

/** Beside an optional category: what it rests on, and where it measures an audience the form that says why it needs no consent. */
export const BasisPanel: PanelComponent = ({ model, documentId, document }) => {
  const { t } = useTexts();
  const stored = (name: string): unknown => document && Reflect.get(document, name);
  if (model !== UIDS.category || !documentId || stored('required') === true) return null;
  const purpose = stored('purpose');
  const measures = purpose === 'audience-measurement';
  return {
    title: t(measures ? 'assessment.title' : 'basis.panel'),
    content: measures ? (
      <Standing path={`/consent/categories/${documentId}/assessments`} />
    ) : (
      <Typography variant="pi" textColor="neutral700">
        {t(purpose ? 'basis.panel.objection' : 'basis.panel.consent')}
      </Typography>
    ),
  };
};

function Standing({ path }: { path: string }) {
  const { t, intl } = useTexts();
  const { answer } = useRequest<AssessmentView>(path);
  const [newer, setNewer] = useState<AssessmentView | null>(null);
  const modified = useForm('Assessment', (form) => form.modified);
  const mayAssess = useAllowed('assessCategories');
  const [open, setOpen] = useState(false);
  const view = newer ?? (answer.state === 'loaded' ? answer.value : null);
  if (answer.state === 'failed') return <Typography textColor="danger600">{t('error.load')}</Typography>;
  if (!view) return <Typography textColor="neutral600">{t('loading')}</Typography>;
  const [newest] = view.assessments;
  const Mark = view.fault === null ? CheckCircle : WarningCircle;
  const day = (date: string | Date) => intl.formatDate(date, { dateStyle: 'medium', timeZone: 'UTC' });
  return (
    <Flex direction="column" alignItems="stretch" gap={3} width="100%">
      <Flex gap={2} alignItems="flex-start">
        <Box paddingTop={1}>
          <Mark fill={view.fault === null ? 'success600' : 'warning600'} aria-hidden />
        </Box>
        <Box>
          <Typography variant="pi" tag="p" fontWeight="bold">
            {t(view.fault === null ? 'assessment.valid' : `assessment.fault.${view.fault}`)}
          </Typography>
          {newest && (
            <Typography variant="pi" tag="p" textColor="neutral700">
              {t('assessment.by', {
                date: day(newest.assessedAt),
                name: newest.assessedByName,
                until: day(newest.renewBy),
              })}
            </Typography>
          )}
          {view.fault !== null && (
            <Typography variant="pi" tag="p" textColor="neutral800">
              {t('assessment.closed')}
            </Typography>
          )}
        </Box>
      </Flex>
      {mayAssess && (
        <Modal.Root open={open} onOpenChange={setOpen}>
          <Modal.Trigger>
            <TallButton variant="secondary" fullWidth disabled={modified}>
              {t(newest ? 'assessment.again' : 'assessment.start')}
            </TallButton>
          </Modal.Trigger>
          <Modal.Content>
            <Modal.Header>
              <Modal.Title>{t('assessment.title')}</Modal.Title>
            </Modal.Header>
            <AssessmentForm
              path={path}
              view={view}
              done={(next) => {
                setNewer(next);
                setOpen(false);
              }}
            />
          </Modal.Content>
        </Modal.Root>
      )}
      {modified && (
        <Typography variant="pi" textColor="neutral600">
          {t('assessment.modified')}
        </Typography>
      )}
    </Flex>
  );
}
