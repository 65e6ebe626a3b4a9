import { Box, Button, Field, Flex, Textarea } from '@strapi/design-system';
import { useField } from '@strapi/strapi/admin';
import { useRef, useState } from 'react';
import { useTexts } from '../../texts';
import type { CustomFieldProps } from '../input-props';
import { lineAt, type Selected } from './insert';
import { Preview } from './preview';
import { Toolbar } from './toolbar';
import { Warnings } from './warnings';

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
    const { selectionStart = text.length, selectionEnd = text.length } = area.current ?? {};
    const changed = change({ text, start: selectionStart, end: selectionEnd });
    field.onChange(name, changed.text);
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
        <Button variant="secondary" aria-pressed={previewing} onClick={() => setPreviewing(!previewing)}>
          {t(previewing ? 'legal.write' : 'legal.preview')}
        </Button>
      </Flex>
      {previewing ? (
        <Preview markdown={text} />
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
