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
