import { Button, Field, Flex, Textarea } from '@strapi/design-system';
import { Pencil } from '@strapi/icons';
import { useAPIErrorHandler, useFetchClient, useNotification } from '@strapi/strapi/admin';
import { useState } from 'react';
import type { ReleaseDetails } from '../../api/contract';
import { useTexts } from '../../texts';

/** Writes the note of a release anew. */
export function NoteForm({ release: { number, note }, done }: { release: ReleaseDetails; done(): void }) {
  const { t } = useTexts();
  const { put } = useFetchClient();
  const { toggleNotification } = useNotification();
  const { formatAPIError } = useAPIErrorHandler();
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
    try {
      await put(`/consent/releases/${number}/note`, { note: draft });
      setDraft(null);
      done();
    } catch (error) {
      const failure = error as Parameters<typeof formatAPIError>[0];
      toggleNotification({ type: 'danger', message: formatAPIError(failure) });
    }
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
