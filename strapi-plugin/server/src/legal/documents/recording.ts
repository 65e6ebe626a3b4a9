import { RECORDING_MODES } from '../../value-lists';
import { proof as proofEnglish } from './english/cookies';
import { choiceRow as choiceEnglish, retentionRow as retentionEnglish } from './english/privacy';
import type { RecordingTerms } from './facts';
import { proof as proofGerman } from './german/cookies';
import { choiceRow as choiceGerman, retentionRow as retentionGerman } from './german/privacy';

type Statement = (terms: RecordingTerms, place?: string) => string;

/**
 * Paragraphs and rows of the documents that say what is recorded of a choice, each a line of its own. With
 * them what earlier versions wrote of a visitor's place, without region and signal: pages with that are published.
 */
const STATEMENTS: readonly { statement: Statement; formerPlace?: string }[] = [
  { statement: choiceEnglish, formerPlace: 'your country' },
  { statement: retentionEnglish },
  { statement: proofEnglish, formerPlace: 'your country' },
  { statement: choiceGerman, formerPlace: 'Ihr Land' },
  { statement: retentionGerman },
  { statement: proofGerman, formerPlace: 'Ihrem Land' },
];

const EVERY_WAY: readonly RecordingTerms[] = RECORDING_MODES.flatMap((recording) =>
  [false, true].flatMap((userAgent) => [false, true].map((networks) => ({ recording, userAgent, networks }))),
);

const STATEMENT_OF = new Map(
  STATEMENTS.flatMap(({ statement, formerPlace }) =>
    EVERY_WAY.flatMap((terms) =>
      [statement(terms), statement(terms, formerPlace)].map((text) => [text, statement] as const),
    ),
  ),
);

/** A line that was true of other settings. */
export interface OutdatedStatement {
  /** In the Markdown, from 1. */
  line: number;
  /** What to write instead. */
  instead: string;
}

/** What a text of the documents says about records of consent and does not hold under these settings. */
export function outdatedStatements(markdown: string, terms: RecordingTerms): OutdatedStatement[] {
  return markdown.split(/\r\n|\r|\n/).flatMap((text, index) => {
    const instead = STATEMENT_OF.get(text.trim())?.(terms);
    return instead === undefined || instead === text.trim() ? [] : [{ line: index + 1, instead }];
  });
}
