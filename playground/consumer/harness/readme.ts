import { readFileSync } from 'node:fs';
import { marked, type Tokens } from 'marked';
import { ROOT } from '../../run/paths.ts';

/** A piece of code in a document. */
export interface Example {
  language: string;
  code: string;
  /** The file that its first lines name, as in `// config/plugins.ts`. */
  file?: string;
}

const NAMED = /^(?:---\n)?\/\/ (\S+\.\w+)$/m;

/** The pieces of code in a document of the repository, in their order. */
export function examplesIn(document: string): Example[] {
  const tokens = marked.lexer(readFileSync(`${ROOT}/${document}`, 'utf8'));
  return tokens
    .filter((token): token is Tokens.Code => token.type === 'code')
    .map(({ lang = '', text }) => {
      const head = text.split('\n', 2).join('\n');
      return { language: lang, code: text, file: NAMED.exec(head)?.[1] };
    });
}

/** @throws when the document has no such step: its reader could not take it either. */
export function fileIn(document: string, file: string): string {
  const found = examplesIn(document).find((example) => example.file === file);
  if (!found) throw new Error(`${document} does not say what to write into ${file}`);
  return `${found.code}\n`;
}

/** What the document tells to install with npm, as names of packages. */
export function packagesIn(document: string): string[] {
  const lines = examplesIn(document)
    .filter(({ language }) => language === 'sh')
    .flatMap(({ code }) => code.split('\n'));
  const command = lines.find((line) => line.startsWith('npm install '));
  if (!command) throw new Error(`${document} does not say what to install`);
  return command.split(' ').slice(2);
}
