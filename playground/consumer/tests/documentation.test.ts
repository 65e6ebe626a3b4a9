import { existsSync, globSync, readFileSync } from 'node:fs';
import { resolveOptions } from '@permesso/plugin-consent';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { optionsSchema } from '../../../strapi-plugin/server/src/options.schema.ts';
import { RECIPES, ROOT } from '../../run/paths.ts';
import { brokenBecause, DOCUMENTS, relativeLinks, tableBelow } from '../harness/documents.ts';
import { examplesIn } from '../harness/readme.ts';
import { wrongExamples } from '../harness/typecheck.ts';

const INTEGRATION = 'astro-integration/README.md';
const COMPONENTS = `${ROOT}/astro-integration/components`;

/** An option of the table: its name without the mark of those that settings override. */
const named = (cell = ''): string => cell.replace(/[`*\s]/g, '');

/** The options that a schema takes, as `cookie.name`: two levels, since what is below stands in one row. */
function optionsOf(schema: z.ZodType, depth = 2): string[] {
  const { def } = schema as unknown as { def: z.core.$ZodTypeDef & Record<string, unknown> };
  if (def.type === 'optional') return optionsOf(def.innerType as z.ZodType, depth);
  if (def.type === 'union') return (def.options as z.ZodType[]).flatMap((option) => optionsOf(option, depth));
  if (def.type !== 'object' || depth === 0) return [];
  return Object.entries(def.shape as Record<string, z.ZodType>).flatMap(([key, inner]) => {
    const below = optionsOf(inner, depth - 1);
    return below.length > 0 ? below.map((name) => `${key}.${name}`) : [key];
  });
}

/** A default as the table writes it, where that is one value of JavaScript. */
function literal(cell = ''): unknown {
  const [, code] = /^`([^`]*)`$/.exec(cell) ?? [];
  try {
    return JSON.parse(code?.replaceAll("'", '"') ?? '');
  } catch {
    return undefined;
  }
}

/** The fields of the interface that the integration's options have. */
function integrationOptions(): string[] {
  const file = `${ROOT}/astro-integration/src/options.ts`;
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
  const options = source.statements.find(
    (node): node is ts.InterfaceDeclaration =>
      ts.isInterfaceDeclaration(node) && node.name.text === 'ConsentOptions',
  );
  return (options?.members ?? []).map(({ name }) => (name as ts.Identifier).text);
}

function exportedComponents(): string[] {
  const index = readFileSync(`${COMPONENTS}/index.ts`, 'utf8');
  return [...index.matchAll(/(?:default as|export const) (\w+)/g)].map(([, name = '']) => name);
}

/** The props that a component declares: in a file of its own, or in the interface that it is made with. */
function propsOf(component: string): string[] {
  const file = `${COMPONENTS}/${component}.astro`;
  if (existsSync(file)) return membersOf('Props', file);
  const index = readFileSync(`${COMPONENTS}/index.ts`, 'utf8');
  const [, props = ''] = new RegExp(`const ${component} = component<(\\w+)>`).exec(index) ?? [];
  return membersOf(props, `${COMPONENTS}/../src/server/components.ts`);
}

function membersOf(name: string, file: string): string[] {
  const declaration = new RegExp(`^(?:export )?interface ${name} \\{\\n([\\s\\S]*?)^\\}`, 'm');
  const [, members = ''] = declaration.exec(readFileSync(file, 'utf8')) ?? [];
  return [...members.matchAll(/^ {2}(\w+)\??:/gm)].map(([, prop = '']) => prop);
}

const propertiesIn = (text: string): string[] => text.match(/--consent-[a-z-]+/g) ?? [];

describe('the documentation', () => {
  it.each(DOCUMENTS)('%s links to what exists', (document) => {
    const broken = relativeLinks(document).map((href) => brokenBecause(document, href));
    expect(broken.filter((reason) => reason !== null)).toEqual([]);
  });

  it('shows TypeScript that compiles against the packages', () => {
    expect(wrongExamples(DOCUMENTS)).toEqual([]);
  });

  it('prints each recipe as it is built and tested', () => {
    const printed = examplesIn('docs/recipes.md').map(({ file, code }) => [file, code]);
    const tested = globSync('{config,src/pages}/*', { cwd: RECIPES }).map((file) => [
      file,
      readFileSync(`${RECIPES}/${file}`, 'utf8').trimEnd(),
    ]);
    expect(printed.toSorted()).toEqual(tested.toSorted());
    expect(printed.length).toBeGreaterThan(8);
  });

  it('names every option of the plugin, and no other, with the defaults that hold', () => {
    const rows = tableBelow('strapi-plugin/README.md', 'Options');
    const leaves = optionsOf(optionsSchema);
    const told = rows.map(([cell]) => named(cell));
    // A row may also stand for a whole group, as for what `false` does to it.
    const groups = leaves.map((name) => name.split('.')[0]);
    expect(leaves.filter((name) => !told.includes(name))).toEqual([]);
    expect(told.filter((name) => !leaves.includes(name) && !groups.includes(name))).toEqual([]);
    const defaults = resolveOptions();
    for (const [cell, value] of rows) {
      const path = named(cell).split('.');
      const held = path.reduce<unknown>((at, key) => (at as Record<string, unknown>)?.[key], defaults);
      if (literal(value) !== undefined && held !== undefined)
        expect([path, literal(value)]).toEqual([path, held]);
    }
  });

  it('names every component of the integration with its props', () => {
    const rows = tableBelow(INTEGRATION, 'Components');
    expect(rows.map(([cell]) => named(cell)).toSorted()).toEqual(exportedComponents().toSorted());
    for (const [cell, props = ''] of rows) {
      const told = [...props.replace(/slots?:.*$/, '').matchAll(/`(\w+)\??`/g)].map(([, prop]) => prop);
      expect([cell, told.toSorted()]).toEqual([cell, propsOf(named(cell)).toSorted()]);
    }
  });

  it('names every custom property of the style sheets, and no other', () => {
    const used = globSync('core/src/{ui/styles,legal}/*.css', { cwd: ROOT }).flatMap((file) =>
      propertiesIn(readFileSync(`${ROOT}/${file}`, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')),
    );
    const told = tableBelow(INTEGRATION, 'Style').flatMap(([cell = '']) => propertiesIn(cell));
    expect(told.toSorted()).toEqual([...new Set(used)].toSorted());
  });

  it('describes every public route of the CMS, and no other', () => {
    const routes = globSync('strapi-plugin/server/src/**/routes.ts', { cwd: ROOT })
      .map((file) => readFileSync(`${ROOT}/${file}`, 'utf8'))
      .flatMap((code) => [...code.matchAll(/method: '(\w+)',\s+path: '\/([^']+)'/g)])
      .map(([, method, path = '']) => `${method} ${path.replace(/\([^)]*\)/g, '')}`);
    const described = readFileSync(`${ROOT}/docs/http-api.md`, 'utf8').matchAll(/^### (\w+ [^/\s].*)$/gm);
    expect([...described].map(([, route]) => route).toSorted()).toEqual(routes.toSorted());
    expect(routes.length).toBeGreaterThan(9);
  });

  it('names every option of the integration, and no other', () => {
    const told = tableBelow(INTEGRATION, 'Options').map(([cell]) => named(cell));
    expect(told.toSorted()).toEqual(integrationOptions().toSorted());
    expect(told.length).toBeGreaterThan(8);
  });
});
