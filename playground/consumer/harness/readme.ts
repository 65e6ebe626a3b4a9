import { readFileSync } from 'node:fs';
import { marked, type Tokens } from 'marked';
import { ROOT } from '../../run/paths.ts';

/** A piece of code in a document. */
export interface Example {
  language: string;
  code: string;
  /** The file that its first lines name, as in `// config/plugins.ts`. */
  file?: string;
  /** The heading of the second level above it. */
  section: string;
}

const NAMED = /^(?:---\n)?\/\/ (\S+\.\w+)$/m;

/** The pieces of code in a document of the repository, in their order. */
export function examplesIn(document: string): Example[] {
  let section = '';
  const examples: Example[] = [];
  for (const token of marked.lexer(readFileSync(`${ROOT}/${document}`, 'utf8'))) {
    if (token.type === 'heading' && token.depth === 2) section = token.text;
    if (token.type !== 'code') continue;
    const { lang = '', text } = token as Tokens.Code;
    const head = text.split('\n', 2).join('\n');
    examples.push({ language: lang, code: text, file: NAMED.exec(head)?.[1], section });
  }
  return examples;
}

/** What a reader does next: writes a file, or runs a command. */
export type Step = { file: string; text: string } | { command: string };

/** The steps of a document's sections, in their order. What is neither a file nor a command is there to be read. */
export function stepsIn(document: string, sections: readonly string[]): Step[] {
  const steps = examplesIn(document)
    .filter(({ section }) => sections.includes(section))
    .flatMap(({ language, code, file }): Step[] => {
      if (file) return [{ file, text: `${code}\n` }];
      return language === 'sh' ? code.split('\n').map((command) => ({ command })) : [];
    });
  if (steps.length === 0) throw new Error(`${document} has no steps below ${sections.join(' and ')}`);
  return steps;
}

/** What the document says that its first example prints. */
export function printedIn(document: string): string {
  const said = examplesIn(document).find(({ language }) => language === 'text');
  if (!said) throw new Error(`${document} does not say what is printed`);
  return said.code;
}
