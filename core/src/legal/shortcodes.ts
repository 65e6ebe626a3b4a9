import { PROCESSOR_TABLE_MODES } from '../contract/values.ts';

export type CookieTableGroup = 'category' | 'vendor';

export type ProcessorTableMode = (typeof PROCESSOR_TABLE_MODES)[number];

/** One piece of a legal page: finished HTML, or a place where a current list goes. */
export type LegalNode =
  | { type: 'html'; html: string }
  | { type: 'cookie-table'; group: CookieTableGroup; duration: boolean }
  | { type: 'processor-table'; mode: ProcessorTableMode }
  | { type: 'policy-version' };

export type LegalShortcodeNode = Exclude<LegalNode, { type: 'html' }>;

export interface ShortcodeOption {
  name: string;
  /** `argument` follows the name after a colon, `option` is written `name=value`. */
  written: 'argument' | 'option';
  values: readonly string[];
  /** What holds when it is left out; without a default it must be written. */
  default?: string;
}

/** Defines a shortcode: what an editor may write and what it means. */
export interface ShortcodeDefinition {
  name: LegalShortcodeNode['type'];
  label: string;
  description: string;
  options: readonly ShortcodeOption[];
  /** As inserted by an editor's toolbar. */
  example: string;
}

export const CookieTableBlock = {
  name: 'cookie-table',
  label: 'Cookie table',
  description: 'The cookies and storage entries of every published tracker.',
  options: [
    { name: 'group', written: 'option', values: ['category', 'vendor'], default: 'category' },
    { name: 'duration', written: 'option', values: ['true', 'false'], default: 'true' },
  ],
  example: '{{cookie-table}}',
} as const satisfies ShortcodeDefinition;

export const ProcessorTableBlock = {
  name: 'processor-table',
  label: 'Processor table',
  description: 'The register of processors, in one of five forms.',
  options: [{ name: 'mode', written: 'argument', values: PROCESSOR_TABLE_MODES }],
  example: '{{processor-table:recipients}}',
} as const satisfies ShortcodeDefinition;

export const PolicyVersionBlock = {
  name: 'policy-version',
  label: 'Policy version',
  description: 'The version and effective date of the published documents.',
  options: [],
  example: '{{policy-version}}',
} as const satisfies ShortcodeDefinition;

export const LEGAL_SHORTCODES: readonly ShortcodeDefinition[] = [
  CookieTableBlock,
  ProcessorTableBlock,
  PolicyVersionBlock,
];

const SHORTCODE =
  /^\{\{[ \t]*([a-z][a-z-]{0,40})(?::([a-z-]{1,40}))?((?:[ \t]+[a-z]{1,20}=[a-z]{1,20}){0,8})[ \t]*\}\}$/;

function writtenOptions(definition: ShortcodeDefinition, argument: string | undefined, rest: string) {
  const written = new Map<string, string>();
  const argumentName = definition.options.find((option) => option.written === 'argument')?.name;
  if (argument !== undefined) {
    if (!argumentName) return null;
    written.set(argumentName, argument);
  }
  for (const pair of rest.split(/[ \t]+/).filter(Boolean)) {
    const [name = '', value = ''] = pair.split('=');
    const isOption = definition.options.some((option) => option.name === name && option.written === 'option');
    if (!isOption || written.has(name)) return null;
    written.set(name, value);
  }
  return written;
}

/**
 * Reads one shortcode, `{{cookie-table group=vendor}}` for example.
 * Null for an unknown name, option or value: it then stays text (behaviour.md H1).
 */
export function parseShortcode(text: string): LegalShortcodeNode | null {
  const match = SHORTCODE.exec(text.trim());
  const definition = LEGAL_SHORTCODES.find((candidate) => candidate.name === match?.[1]);
  if (!match || !definition) return null;
  const written = writtenOptions(definition, match[2], match[3] ?? '');
  if (!written) return null;
  const values: Record<string, string> = {};
  for (const option of definition.options) {
    const value = written.get(option.name) ?? option.default;
    if (value === undefined || !option.values.includes(value)) return null;
    values[option.name] = value;
  }
  switch (definition.name) {
    case 'cookie-table':
      return {
        type: 'cookie-table',
        group: values.group as CookieTableGroup,
        duration: values.duration === 'true',
      };
    case 'processor-table':
      return { type: 'processor-table', mode: values.mode as ProcessorTableMode };
    case 'policy-version':
      return { type: 'policy-version' };
  }
}

/** What the settings say and a legal page may repeat: `[SETTING: notice-days]` in its text stands for what holds now. */
export const LEGAL_SETTINGS = ['retention-months', 'notice-days', 'notice-email'] as const;

export type LegalSettingName = (typeof LEGAL_SETTINGS)[number];

/**
 * What holds now: months for which records of consent are kept, days of notice before a new sub-processor starts, and
 * the address for objections. One that is absent or null stays visible in the text as it is written.
 */
export type LegalSettings = Readonly<Partial<Record<LegalSettingName, string | number | null>>>;

/** How a text refers to a setting. */
export const settingReference = (name: LegalSettingName): string => `[SETTING: ${name}]`;

const REFERENCE = /(\[SETTING: ?[^[\]\n]{1,100}\])/;

/** A piece of text, or a reference in it with the name that it gives. */
export interface TextPiece {
  text: string;
  /** Absent in text; null where there is no such setting. */
  setting?: LegalSettingName | null;
}

/** Splits a text at its references to settings, in order; together the pieces are the text. */
export const settingReferences = (text: string): TextPiece[] =>
  text
    .split(REFERENCE)
    .map((piece, index) => (index % 2 ? { text: piece, setting: named(piece) } : { text: piece }));

const named = (reference: string): LegalSettingName | null =>
  LEGAL_SETTINGS.find((name) => name === reference.slice('[SETTING:'.length, -1).trim()) ?? null;
