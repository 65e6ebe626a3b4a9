import { Box, Button, Field, Flex, Modal, Textarea, Typography, VisuallyHidden } from '@strapi/design-system';
import { Download, Upload } from '@strapi/icons';
import { useAPIErrorHandler, useNotification } from '@strapi/strapi/admin';
import { useRef, useState } from 'react';
import type { ImportPreview } from '../../api/contract';
import { useSaveAnswer } from '../../api/save-answer';
import { DialogButton, DialogFooter } from '../../dialog';
import { useTexts } from '../../texts';
import { Differences } from '../releases/differences';
import { useImportConsentMutation, usePreviewConsentImportMutation } from './api';
import { problemsOf } from './form';

const FILE_NAME = 'consent-configuration.json';

/** Saves the whole configuration as one file. */
export function ExportConfiguration() {
  const { t } = useTexts();
  const save = useSaveAnswer();
  return (
    <Button
      variant="tertiary"
      startIcon={<Download />}
      onClick={() => save('/consent/configuration', FILE_NAME)}
    >
      {t('settings.export')}
    </Button>
  );
}

/** Reads a file, shows what it would change, and applies it only then. */
export function ImportConfiguration({ done, disabled }: { done?(): void; disabled: boolean }) {
  const { t } = useTexts();
  return (
    <DialogButton
      title={t('settings.import')}
      button={
        <Button variant="tertiary" startIcon={<Upload />} disabled={disabled}>
          {t('settings.import')}
        </Button>
      }
    >
      {(close) => (
        <ImportSteps
          close={close}
          done={() => {
            close();
            done?.();
          }}
        />
      )}
    </DialogButton>
  );
}

interface Chosen {
  file: unknown;
  preview: ImportPreview;
}

function ImportSteps({ close, done }: { close(): void; done(): void }) {
  const { t } = useTexts();
  const { toggleNotification } = useNotification();
  const { _unstableFormatAPIError: textOf } = useAPIErrorHandler();
  const [preview] = usePreviewConsentImportMutation();
  const [importFile, { isLoading: applying }] = useImportConsentMutation();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [problems, setProblems] = useState<string[]>([]);
  const [note, setNote] = useState('');

  const refuse = (error: Parameters<typeof textOf>[0]) => {
    const named = problemsOf(error).map(({ path, message }) => `${path.map(String).join('.')}: ${message}`);
    setProblems(named.length > 0 ? named : [textOf(error)]);
    setChosen(null);
  };
  const read = async (source: File) => {
    setProblems([]);
    setChosen(null);
    let file: unknown;
    try {
      file = JSON.parse(await source.text());
    } catch {
      return setProblems([t('settings.import.notJson')]);
    }
    const outcome = await preview({ file });
    if ('data' in outcome) setChosen({ file, preview: outcome.data });
    else refuse(outcome.error);
  };
  const apply = async ({ file, preview: { basis } }: Chosen) => {
    const outcome = await importFile({ file, basis, note });
    if ('error' in outcome) return refuse(outcome.error);
    const n = outcome.data.differences.length;
    toggleNotification({ type: 'success', message: t('settings.import.done', { n }) });
    done();
  };
  const nothing = chosen?.preview.differences.length === 0;
  return (
    <>
      <Modal.Body>
        <Flex direction="column" alignItems="stretch" gap={4}>
          <Typography>{t('settings.import.hint')}</Typography>
          <FileChoice read={read} />
          <Problems problems={problems} />
          {/* There from the start: only then is it read out what a file would do. */}
          <Box role="status">
            {nothing && <Typography fontWeight="bold">{t('settings.import.nothing')}</Typography>}
            {chosen && !nothing && (
              <VisuallyHidden>
                {t('settings.import.count', { n: chosen.preview.differences.length })}
              </VisuallyHidden>
            )}
          </Box>
          {chosen && !nothing && (
            <Differences differences={chosen.preview.differences} label={t('settings.import.differences')} />
          )}
          {chosen && !nothing && (
            <Field.Root hint={t('settings.import.note.hint')}>
              <Field.Label>{t('releases.note')}</Field.Label>
              <Textarea value={note} maxLength={2000} onChange={(event) => setNote(event.target.value)} />
              <Field.Hint />
            </Field.Root>
          )}
        </Flex>
      </Modal.Body>
      <DialogFooter close={close}>
        <Button onClick={() => chosen && apply(chosen)} disabled={!chosen || nothing} loading={applying}>
          {t('settings.import.apply')}
        </Button>
      </DialogFooter>
    </>
  );
}

function FileChoice({ read }: { read(file: File): void }) {
  const { t } = useTexts();
  const input = useRef<HTMLInputElement>(null);
  const [name, setName] = useState('');
  return (
    <Flex gap={3} wrap="wrap">
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        hidden
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          // The same file, mended, can be chosen again.
          event.target.value = '';
          if (!file) return;
          setName(file.name);
          read(file);
        }}
      />
      <Button variant="secondary" onClick={() => input.current?.click()}>
        {t('settings.import.choose')}
      </Button>
      <Typography textColor="neutral600">{name}</Typography>
    </Flex>
  );
}

function Problems({ problems }: { problems: string[] }) {
  const { t } = useTexts();
  if (problems.length === 0) return null;
  return (
    <Box background="danger100" hasRadius padding={4} role="alert">
      <Typography fontWeight="bold" textColor="danger700" tag="p">
        {t('settings.import.problems')}
      </Typography>
      <ul>
        {problems.map((problem) => (
          <li key={problem}>
            <Typography textColor="danger700" style={{ overflowWrap: 'anywhere' }}>
              {problem}
            </Typography>
          </li>
        ))}
      </ul>
    </Box>
  );
}
