import type { PanelComponent } from '@strapi/content-manager/strapi-admin';
import { Flex, Typography } from '@strapi/design-system';
import { useForm } from '@strapi/strapi/admin';
import { UIDS } from '../../../server/src/uids';
import type { AssessmentView } from '../api/contract';
import { DialogButton } from '../dialog';
import { useAllowed } from '../permissions';
import { TallButton } from '../tall-button';
import { useTexts } from '../texts';
import { useConsentAssessmentsQuery } from './assessment-api';
import { AssessmentForm } from './assessment-form';
import { Marked } from './panel-parts';

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
      <Assessed documentId={documentId} />
    ) : (
      <Typography variant="pi" textColor="neutral700">
        {t(purpose ? 'basis.panel.objection' : 'basis.panel.consent')}
      </Typography>
    ),
  };
};

function Assessed({ documentId }: { documentId: string }) {
  const { t } = useTexts();
  const { currentData: view, isError } = useConsentAssessmentsQuery(documentId);
  if (isError) return <Typography textColor="danger600">{t('error.load')}</Typography>;
  if (!view) return <Typography textColor="neutral600">{t('loading')}</Typography>;
  return (
    <Flex direction="column" alignItems="stretch" gap={3} width="100%">
      <Standing view={view} />
      <Act documentId={documentId} view={view} />
    </Flex>
  );
}

function Standing({ view: { fault, assessments } }: { view: AssessmentView }) {
  const { t, intl } = useTexts();
  const [newest] = assessments;
  const day = (date: string | Date) => intl.formatDate(date, { dateStyle: 'medium', timeZone: 'UTC' });
  return (
    <Marked isWell={fault === null}>
      <Typography variant="pi" tag="p" fontWeight="bold">
        {t(fault === null ? 'assessment.valid' : `assessment.fault.${fault}`)}
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
      {fault !== null && (
        <Typography variant="pi" tag="p" textColor="neutral800">
          {t('assessment.closed')}
        </Typography>
      )}
    </Marked>
  );
}

function Act({ documentId, view }: { documentId: string; view: AssessmentView }) {
  const { t } = useTexts();
  const modified = useForm('Assessment', (form) => form.modified);
  if (!useAllowed('assessCategories')) return null;
  return (
    <>
      <DialogButton
        title={t('assessment.title')}
        button={
          <TallButton variant="secondary" fullWidth disabled={modified}>
            {t(view.assessments.length > 0 ? 'assessment.again' : 'assessment.start')}
          </TallButton>
        }
      >
        {(close) => <AssessmentForm documentId={documentId} view={view} close={close} />}
      </DialogButton>
      {modified && (
        <Typography variant="pi" textColor="neutral600">
          {t('assessment.modified')}
        </Typography>
      )}
    </>
  );
}
