import { defineConfig } from 'tsdown';

const shared = defineConfig({
  format: 'cjs',
  platform: 'node',
  target: 'node22',
  tsconfig: 'server/tsconfig.build.json',
  clean: true,
  outExtensions: () => ({ js: '.js', dts: '.d.ts' }),
});

export default defineConfig([
  {
    ...shared,
    // CommonJS, as Strapi itself is: one copy of the plugin's state, however it is imported.
    entry: ['src/index.ts', 'src/server.ts'],
    outDir: 'dist/root',
    dts: true,
    outputOptions: { exports: 'named' },
  },
  // The program `consent`, which needs no Strapi.
  { ...shared, entry: ['bin/consent.ts'], outDir: 'dist/bin', dts: false },
]);
