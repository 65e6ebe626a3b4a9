import { defineConfig } from 'tsdown';

/** The root entries are CommonJS, as Strapi itself is: one copy of the plugin's state, however it is imported. */
export default defineConfig({
  entry: ['src/index.ts', 'src/server.ts'],
  outDir: 'dist/root',
  format: 'cjs',
  platform: 'node',
  target: 'node22',
  tsconfig: 'server/tsconfig.build.json',
  dts: true,
  clean: true,
  outputOptions: { exports: 'named' },
  outExtensions: () => ({ js: '.js', dts: '.d.ts' }),
});
