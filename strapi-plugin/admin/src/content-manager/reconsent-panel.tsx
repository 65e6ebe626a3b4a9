import type { PanelComponent } from '@strapi/content-manager/strapi-admin';
import { Box, Typography } from '@strapi/design-system';
import { useForm } from '@strapi/strapi/admin';
import { UIDS } from '../../../server/src/uids';
import { isMaterialKind } from '../../../server/src/versions/material';
import type { PublishedState } from '../api/contract';
import { type TextKey, useTexts } from '../texts';
import { WithPublishedState } from './panel-parts';
import { type Reconsent, reconsentOf } from './reconsent';
import { trackerDraft } from './tracker-form';

/** What a document is about, as the texts name it. */
type Subject = 'tracker' | 'category' | 'document';

const SUBJECTS: Partial<Record<string, Subject>> = {
  [UIDS.tracker]: 'tracker',
  [UIDS.category]: 'category',
  [UIDS.legalPage]: 'document',
};

/** Beside what consent is based on: whether saving or publishing it will ask visitors again. */
export const ReconsentPanel: PanelComponent = ({ model, documentId, document }) => {
  const { t } = useTexts();
  const subject = SUBJECTS[model];
  if (!subject) return null;
  return {
    title: t('reconsent.title'),
    content: (
      <WithPublishedState>
        {(state) => (
          <NoteOfForm subject={subject} documentId={(document && documentId) || null} state={state} />
        )}
      </WithPublishedState>
    ),
  };
};

interface NoteProps {
  subject: Subject;
  documentId: string | null;
  state: PublishedState;
}

function NoteOfForm({ subject, documentId, state }: NoteProps) {
  const { t, intl } = useTexts();
  const values = useForm('Reconsent', (form) => form.values);
  const { answer, key, days } = noteOf({ subject, documentId, state }, values);
  const day = (date: string | undefined) =>
    date ? intl.formatDate(date, { dateStyle: 'medium', timeZone: 'UTC' }) : t('reconsent.noDate');
  const asks = answer === 'asks';
  return (
    <Box
      width="100%"
      aria-live="polite"
      background={asks ? 'warning100' : 'neutral100'}
      borderColor={asks ? 'warning200' : 'neutral200'}
      hasRadius
      padding={3}
    >
      <Typography variant="pi" tag="p" fontWeight="bold">
        {t(`reconsent.${answer}`)}
      </Typography>
      <Typography variant="pi" tag="p" textColor="neutral700">
        {t(key, { before: day(days?.before), after: day(days?.after) })}
      </Typography>
    </Box>
  );
}

interface SaidOfForm {
  answer: Reconsent;
  key: TextKey;
  days?: { before: string | undefined; after: string | undefined };
}

function noteOf({ subject, documentId, state }: NoteProps, values: object): SaidOfForm {
  const value = (name: string): unknown => Reflect.get(values, name);
  if (subject === 'tracker') {
    const { enabled, kind, category } = trackerDraft(values, documentId, state);
    const answer = reconsentOf(state, {
      tracker: { documentId, enabled, kind, category: category?.key ?? null },
    });
    return { answer, key: `reconsent.tracker.${answer}` };
  }
  if (subject === 'category') {
    const category = { documentId, key: String(value('key') ?? ''), required: value('required') === true };
    const answer = reconsentOf(state, { category });
    return { answer, key: `reconsent.category.${answer}` };
  }
  return noteOfDocument(documentId, state, {
    kind: String(value('kind') ?? ''),
    effectiveDate: String(value('effectiveDate') ?? '') || null,
  });
}

function noteOfDocument(
  documentId: string | null,
  state: PublishedState,
  page: { kind: string; effectiveDate: string | null },
): SaidOfForm {
  const published = state.documents.find((document) => document.documentId === documentId);
  const answer = reconsentOf(state, { document: { documentId, ...page } });
  if (!published && !isMaterialKind(page.kind)) return { answer, key: 'reconsent.document.otherKind' };
  if (answer === 'quiet') return { answer, key: 'reconsent.document.quiet' };
  if (!published) return { answer, key: `reconsent.document.first.${answer}` };
  const days = { before: published.effectiveDate ?? undefined, after: page.effectiveDate ?? undefined };
  if (published.kind !== page.kind) return { answer, key: `reconsent.document.kind.${answer}` };
  return { answer, key: `reconsent.document.${answer}`, days };
}
