import { type LegalWarningCode, lintLegalMarkdown, settingReferences } from '@permesso/consent-core/legal';
import type { LegalPageRow } from '../content/legal-page-fields';
import { outdatedStatements } from '../legal/documents';
import { legalSettingsOf } from '../legal-pages/setting-values';
import type { EffectiveSettings } from '../settings/service';
import { UIDS } from '../uids';
import type { ConsentWarningCode, WarningInParts } from './warning';

const LINTED: Record<LegalWarningCode, ConsentWarningCode> = {
  placeholder: 'placeholder',
  'unknown-shortcode': 'unknown-shortcode',
  'misplaced-shortcode': 'unknown-shortcode',
  'unknown-setting': 'unknown-shortcode',
  'raw-html': 'shown-as-text',
  'unsafe-link': 'shown-as-text',
  'too-complex': 'shown-as-text',
  'third-party-image': 'third-party-image',
};

/** A legal page in one locale, as it is being written or as visitors read it. */
export interface LegalPageText extends Pick<LegalPageRow, 'documentId' | 'title' | 'kind' | 'content'> {
  locale: string | null;
  /** Null or absent: the draft. */
  publishedAt?: unknown;
}

/** What decides whether a text says what is done. */
type StatedSettings = Pick<EffectiveSettings, 'recording' | 'subprocessorNotice'>;

/** One warning for each different problem of a page in a locale, however often it has it, in draft and in public. */
export function legalPageWarnings({
  legalPages,
  effective,
}: {
  legalPages: readonly LegalPageText[];
  effective: StatedSettings;
}): WarningInParts[] {
  const found = new Map<string, WarningInParts>();
  for (const page of legalPages) {
    for (const { code, ...problem } of [
      ...lintedProblems(page.content ?? ''),
      ...contradictions(page.content ?? '', effective),
    ]) {
      const key = JSON.stringify([page.documentId, page.locale, problem.message]);
      if (!found.has(key)) found.set(key, legalPageWarning(page, code, problem));
    }
  }
  return [...found.values()];
}

interface TextProblem {
  code: ConsentWarningCode;
  message: string;
  line: number;
}

const lintedProblems = (markdown: string): TextProblem[] =>
  lintLegalMarkdown(markdown).map(({ code, message, line }) => ({ code: LINTED[code], message, line }));

/** Where a text says otherwise than the settings, or repeats one that says nothing. */
function contradictions(markdown: string, effective: StatedSettings): TextProblem[] {
  const { mode, userAgent, networks } = effective.recording;
  const outdated = outdatedStatements(markdown, { recording: mode, userAgent, networks }).map(
    ({ line, instead }): TextProblem => ({
      code: 'outdated-statement',
      message: `this is not what is recorded now; write: ${instead}`,
      line,
    }),
  );
  const values = legalSettingsOf(effective, effective.recording.retentionMonths);
  const empty = markdown.split('\n').flatMap((text, index) =>
    settingReferences(text)
      .filter(({ setting }) => setting && !values[setting])
      .map(
        ({ text: reference }): TextProblem => ({
          code: 'placeholder',
          message: `${reference} is shown as text: the settings leave it empty`,
          line: index + 1,
        }),
      ),
  );
  return [...outdated, ...empty];
}

function legalPageWarning(
  { documentId, title, locale, content, publishedAt }: LegalPageText,
  code: ConsentWarningCode,
  { message, line }: { message: string; line: number },
): WarningInParts {
  const subject = locale ? `${title} (${locale})` : title;
  const where = `${locale ? `"${title}" (${locale})` : `"${title}"`}${publishedAt ? ', as published' : ''}`;
  return {
    code,
    message: `Legal page ${where}, line ${line}: ${message}`,
    subject,
    detail: `${line}: ${lineOf(content ?? '', line)}`,
    uid: UIDS.legalPage,
    documentId,
    ...(locale ? { locale } : {}),
    field: 'content',
  };
}

/** A line of a text, short enough to be shown beside its number. */
function lineOf(text: string, line: number): string {
  const found = text.split('\n')[line - 1]?.trim() ?? '';
  return found.length > 80 ? `${found.slice(0, 80)}…` : found;
}
