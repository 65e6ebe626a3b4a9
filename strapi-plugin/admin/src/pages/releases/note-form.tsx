import { Button, Field, Flex, Textarea } from '@strapi/design-system';
import { Pencil } from '@strapi/icons';
import { useState } from 'react';
import { useAct } from '../../api/act';
import type { ReleaseDetails } from '../../api/contract';
import { useTexts } from '../../texts';
import { useNoteConsentReleaseMutation } from './api';

/** Writes the note of a release anew. */
export function NoteForm({ release: { number, note } }: { release: ReleaseDetails }) {
  const { t } = useTexts();
  const [writeNote] = useNoteConsentReleaseMutation();
  const act = useAct();
  const [draft, setDraft] = useState<string | null>(null);
  if (draft === null) {
    return (
      <Flex>
        <Button variant="tertiary" startIcon={<Pencil />} onClick={() => setDraft(note ?? '')}>
          {t(note ? 'releases.note.edit' : 'releases.note.add')}
        </Button>
      </Flex>
    );
  }
  const save = async () => {
    if (await act(writeNote({ number, note: draft }))) setDraft(null);
  };
  return (
    <Flex direction="column" alignItems="stretch" gap={2}>
      <Field.Root>
        <Field.Label>{t('releases.note')}</Field.Label>
        <Textarea
          autoFocus
          value={draft}
          maxLength={2000}
          onChange={(event) => setDraft(event.target.value)}
        />
      </Field.Root>
      <Flex gap={2}>
        <Button onClick={save}>{t('settings.save')}</Button>
        <Button variant="tertiary" onClick={() => setDraft(null)}>
          {t('cancel')}
        </Button>
      </Flex>
    </Flex>
  );
}
