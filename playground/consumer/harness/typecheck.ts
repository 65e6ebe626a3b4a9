import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { injectedTypes } from '../../../astro-integration/src/setup.ts';
import { ROOT } from '../../run/paths.ts';
import { type Example, examplesIn } from './readme.ts';

const FOLDER = join(ROOT, 'playground/consumer/.tmp/examples');

/** What examples speak of without saying where it comes from. */
const SURROUNDINGS = `/// <reference types="astro/client" />
import type { ConsentConfig, ConsentTerms, ConsentModeTerms } from '@permesso/consent-core';
import type { getConsentConfig } from '@permesso/plugin-consent/server';

declare global {
  const request: Request;
  const response: Response;
  const config: ConsentConfig;
  const terms: ConsentTerms;
  const consentMode: ConsentModeTerms | null;
  const cookieValue: string | null;
  const strapi: Parameters<typeof getConsentConfig>[0];
  const Astro: { locals: { consent: import('@permesso/consent-astro/server').ConsentLocals } };
}
`;

/** A site's own build writes the types of this module. */
const CONTENT = `declare module 'astro:content' {
  export const defineCollection: typeof import('astro/content/config').defineCollection;
  export const defineLiveCollection: typeof import('astro/content/config').defineLiveCollection;
}
`;

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  moduleDetection: ts.ModuleDetectionKind.Force,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  jsx: ts.JsxEmit.ReactJSX,
  types: ['node'],
  strict: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
  noEmit: true,
};

const AMBIENT = ['surroundings.d.ts', 'content.d.ts', 'injected.d.ts'].map((file) => join(FOLDER, file));

/** A configuration that an example builds upon. */
const BASE = `import { createTestConfig } from '@permesso/consent-core';\nexport const base = createTestConfig();\n`;

/** What the compiler says of the TypeScript in these documents, each with its place. */
export function wrongExamples(documents: readonly string[]): string[] {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, 'surroundings.d.ts'), SURROUNDINGS);
  writeFileSync(join(FOLDER, 'content.d.ts'), CONTENT);
  // As the integration gives it to every project.
  writeFileSync(join(FOLDER, 'injected.d.ts'), injectedTypes);
  writeFileSync(join(FOLDER, 'consent-base.ts'), BASE);
  const places = new Map(documents.flatMap((document) => examplesIn(document).flatMap(written(document))));
  const program = ts.createProgram([...AMBIENT, ...places.keys()], OPTIONS);
  const problems = ts
    .getPreEmitDiagnostics(program)
    .map(({ file, messageText }) => ({
      place: places.get(file?.fileName ?? ''),
      text: ts.flattenDiagnosticMessageText(messageText, ' '),
    }))
    .map(({ place, text }) => `${place ?? 'surroundings'}: ${text}`);
  rmSync(FOLDER, { recursive: true, force: true });
  return problems;
}

const written =
  (document: string) =>
  ({ language, code }: Example, index: number): [file: string, place: string][] => {
    if (language !== 'ts' && language !== 'tsx') return [];
    const file = join(FOLDER, `${document.replace(/\W/g, '-')}-${index}.${language}`);
    writeFileSync(file, code);
    return [[file, `${document}, example ${index + 1}: ${code.split('\n', 1)[0]}`]];
  };
