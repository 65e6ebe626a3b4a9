import { Box, Button, Field, Flex, Loader, Textarea } from '@strapi/design-system';
import { useField } from '@strapi/strapi/admin';
import { lazy, Suspense, useRef, useState } from 'react';
import { useTexts } from '../../texts';
import type { CustomFieldProps } from '../input-props';
import { lineAt, type Selected } from './insert';
import { Toolbar } from './toolbar';
import { Warnings } from './warnings';

/** Brings the words of all the site's languages along, so it is loaded when it is shown. */
const LegalPreview = lazy(() => import('./preview'));

/**
 * Changes the text as if somebody had typed it: undo then knows the step, and what stood there is not lost.
 *
 * @returns false where the browser cannot.
 */
function typed(area: HTMLTextAreaElement | null, after: string): boolean {
  if (!area) return false;
  const before = area.value;
  if (before === after) return true;
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  const inserted = after.slice(start, after.length - end);
  area.focus();
  area.setSelectionRange(start, before.length - end);
  return document.execCommand(inserted === '' ? 'delete' : 'insertText', false, inserted);
}

/** Markdown with shortcodes: written with a toolbar, checked as it is typed, and shown as the site will show it. */
export default function LegalMarkdownInput({
  name,
  label,
  hint,
  required,
  disabled = false,
  labelAction,
}: CustomFieldProps) {
  const { t } = useTexts();
  const field = useField<string | null>(name);
  const [previewing, setPreviewing] = useState(false);
  const area = useRef<HTMLTextAreaElement>(null);
  const text = field.value ?? '';

  const select = (start: number, end: number) =>
    // Once the new text is in the field.
    requestAnimationFrame(() => {
      area.current?.focus();
      area.current?.setSelectionRange(start, end);
    });
  const edit = (change: (selected: Selected) => Selected) => {
    // As the browser has it, which counts a line's end as one character, whatever is stored.
    const { value = text, selectionStart = value.length, selectionEnd = value.length } = area.current ?? {};
    const changed = change({ text: value, start: selectionStart, end: selectionEnd });
    if (!typed(area.current, changed.text)) field.onChange(name, changed.text);
    select(changed.start, changed.end);
  };
  const showLine = (line: number) => {
    setPreviewing(false);
    const { start, end } = lineAt(text, line);
    select(start, end);
  };

  return (
    <Field.Root name={name} hint={hint} error={field.error} required={required}>
      <Field.Label action={labelAction}>{label}</Field.Label>
      <Flex justifyContent="space-between" gap={2} wrap="wrap">
        <Toolbar disabled={disabled || previewing} edit={edit} />
        <Button variant="secondary" onClick={() => setPreviewing(!previewing)}>
          {t(previewing ? 'legal.write' : 'legal.preview')}
        </Button>
      </Flex>
      {previewing ? (
        <Suspense fallback={<Loader>{t('legal.preview')}</Loader>}>
          <LegalPreview markdown={text} />
        </Suspense>
      ) : (
        <Textarea
          ref={area}
          rows={24}
          value={text}
          disabled={disabled}
          onChange={(event) => field.onChange(name, event.target.value)}
        />
      )}
      <Box aria-live="polite">
        <Warnings markdown={text} showLine={showLine} />
      </Box>
      <Field.Hint />
      <Field.Error />
    </Field.Root>
  );
}
