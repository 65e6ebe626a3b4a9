import { Box, DatePicker, Field, Flex, Radio, TextInput, Typography } from '@strapi/design-system';
import { useState } from 'react';
import type { NewAssessment } from '../../../server/src/assessments/admin-controller';
import { CRITERIA, type Criterion } from '../../../server/src/assessments/criteria';
import { useAct } from '../api/act';
import type { AssessmentView } from '../api/contract';
import { localDay } from '../day';
import { DialogForm } from '../dialog';
import { InParts } from '../pages/list/in-parts';
import { useTexts } from '../texts';
import { useAssessConsentCategoryMutation } from './assessment-api';

interface Answer {
  /** Null: not answered yet. */
  met: boolean | null;
  note: string;
}

type Answers = Record<Criterion, Answer>;

interface Props {
  documentId: string;
  view: AssessmentView;
  close(): void;
}

/** Every criterion is answered anew: what was true a year ago is what the renewal is to find out. The notes of the last time stay. */
const startFrom = ({ assessments: [last] }: AssessmentView): Answers =>
  Object.fromEntries(
    CRITERIA.map((criterion) => [criterion, { met: null, note: last?.answers[criterion]?.note ?? '' }]),
  ) as Answers;

/** The criteria one by one, each with an answer and how that is so; what it is about, and until when it holds. */
export function AssessmentForm({ documentId, view, close }: Props) {
  const { t, intl } = useTexts();
  const act = useAct();
  const [assess, { isLoading }] = useAssessConsentCategoryMutation();
  const [answers, setAnswers] = useState(() => startFrom(view));
  const [renewBy, setRenewBy] = useState(view.latestRenewal);
  const change = (criterion: Criterion, changes: Partial<Answer>) =>
    setAnswers((known) => ({ ...known, [criterion]: { ...known[criterion], ...changes } }));
  const open = CRITERIA.filter((criterion) => answers[criterion].met === null);
  const unmet = CRITERIA.filter((criterion) => answers[criterion].met === false);
  const send = async () => {
    const trackers = view.trackers.map(({ id, hash }) => ({ id, hash }));
    const data = { answers: answersOf(answers), trackers, renewBy };
    if (await act(assess({ documentId, data }))) close();
  };
  return (
    <DialogForm
      label={t('assessment.store')}
      incomplete={open.length > 0}
      busy={isLoading}
      send={send}
      close={close}
    >
      <Typography textColor="neutral700">{t('assessment.hint')}</Typography>
      <Trackers trackers={view.trackers} />
      {CRITERIA.map((criterion, index) => (
        <CriterionFields
          key={criterion}
          criterion={criterion}
          number={index + 1}
          answer={answers[criterion]}
          change={(changes) => change(criterion, changes)}
        />
      ))}
      <Field.Root name="renewBy" required hint={t('assessment.renewBy.hint')}>
        <Field.Label>{t('assessment.renewBy')}</Field.Label>
        <DatePicker
          locale={intl.locale}
          value={new Date(`${renewBy}T00:00:00`)}
          maxDate={new Date(`${view.latestRenewal}T00:00:00`)}
          minDate={new Date(Date.now() + 86_400_000)}
          onChange={(date) => setRenewBy(date ? localDay(date) : view.latestRenewal)}
        />
        <Field.Hint />
      </Field.Root>
      <Typography textColor={unmet.length > 0 ? 'danger600' : 'neutral700'} aria-live="polite">
        {open.length > 0
          ? t('assessment.open', { n: open.length })
          : t(unmet.length > 0 ? 'assessment.unmet' : 'assessment.met')}
      </Typography>
    </DialogForm>
  );
}

/** As the server takes them; what is still open is not met. */
const answersOf = (answers: Answers): NewAssessment['answers'] =>
  Object.fromEntries(
    CRITERIA.map((criterion) => {
      const { met, note } = answers[criterion];
      return [criterion, { met: met === true, note: note.trim() || null }];
    }),
  ) as NewAssessment['answers'];

interface CriterionProps {
  criterion: Criterion;
  number: number;
  answer: Answer;
  change(changes: Partial<Answer>): void;
}

function CriterionFields({ criterion, number, answer: { met, note }, change }: CriterionProps) {
  const { t } = useTexts();
  const label = `assessment-${criterion}`;
  return (
    <Box tag="section" aria-labelledby={label}>
      <Typography id={label} fontWeight="bold" tag="h3">
        {`${number}. ${t(`assessment.c.${criterion}`)}`}
      </Typography>
      <Box paddingTop={2} paddingBottom={2}>
        <Radio.Group
          aria-labelledby={label}
          value={met === null ? '' : met ? 'yes' : 'no'}
          onValueChange={(value) => change({ met: value === 'yes' })}
        >
          <Flex gap={6} wrap="wrap">
            <Radio.Item value="yes">{t('assessment.yes')}</Radio.Item>
            <Radio.Item value="no">{t('assessment.no')}</Radio.Item>
          </Flex>
        </Radio.Group>
      </Box>
      <Field.Root name={`${criterion}.note`}>
        <Field.Label>{t('assessment.note')}</Field.Label>
        <TextInput value={note} maxLength={2000} onChange={(event) => change({ note: event.target.value })} />
      </Field.Root>
    </Box>
  );
}

/** What the answers are about: each by its name, as there may be hundreds. */
function Trackers({ trackers }: Pick<AssessmentView, 'trackers'>) {
  const { t } = useTexts();
  if (trackers.length === 0) return <Typography tag="p">{t('assessment.trackers.none')}</Typography>;
  return (
    <Box>
      <Typography tag="p">{t('assessment.trackers')}</Typography>
      <InParts entries={trackers}>
        {(shown) => (
          <Box tag="ul" paddingLeft={5} style={{ listStyle: 'disc' }}>
            {shown.map(({ id, name }) => (
              <Typography key={id} tag="li">
                {name}
              </Typography>
            ))}
          </Box>
        )}
      </InParts>
    </Box>
  );
}
