import { defineConfig, type Rolldown, type UserConfig } from 'tsdown';

const node: UserConfig = {
  format: 'cjs',
  platform: 'node',
  target: 'node22',
  tsconfig: 'server/tsconfig.build.json',
  clean: true,
  outExtensions: () => ({ js: '.js', dts: '.d.ts' }),
  outputOptions: { exports: 'named' },
};

/** A JSON file has one export, its value: as exports of a module many keys would be no names for browsers. */
const jsonAsValue: Rolldown.Plugin = {
  name: 'json-as-value',
  transform: {
    filter: { id: /\.json$/ },
    handler: (text) => ({ code: `export default ${text}`, moduleType: 'js' }),
  },
};

export default defineConfig([
  // What Strapi loads, by the names of its two entries. Its server asks for CommonJS.
  {
    ...node,
    entry: { index: 'server/src/index.ts' },
    outDir: 'dist/server',
    plugins: [jsonAsValue],
    dts: true,
  },
  {
    // The browsers that Strapi's own admin is built for.
    entry: { index: 'admin/src/index.ts' },
    format: ['esm', 'cjs'],
    platform: 'browser',
    target: 'es2022',
    tsconfig: 'admin/tsconfig.build.json',
    clean: true,
    outDir: 'dist/admin',
    plugins: [jsonAsValue],
    dts: true,
    // The declaration file that the manifest names.
    outputOptions: { exports: 'named' },
    outExtensions: ({ format }) => ({ js: format === 'es' ? '.mjs' : '.js', dts: '.d.ts' }),
  },
  {
    ...node,
    // CommonJS, as Strapi itself is: one copy of the plugin's state, however it is imported.
    entry: ['src/index.ts', 'src/server.ts'],
    outDir: 'dist/root',
    dts: true,
  },
  // What a store of evidence must do, for whoever writes one. Vitest runs it, and cannot be had as CommonJS.
  {
    ...node,
    entry: ['tests/evidence-contract.ts'],
    format: 'esm',
    outDir: 'dist/contract',
    outExtensions: () => ({ js: '.mjs', dts: '.d.mts' }),
    dts: true,
  },
  // The program `consent`, which needs no Strapi.
  { ...node, entry: ['bin/consent.ts'], outDir: 'dist/bin', dts: false },
]);
