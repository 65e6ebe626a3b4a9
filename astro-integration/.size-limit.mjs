export default [
  {
    name: 'the head snippet, as it stands in a page',
    path: 'src/head/snippet.ts',
    limit: '1.45 kB',
    gzip: true,
    modifyRolldownConfig: (config) => ({
      ...config,
      output: { ...config.output, format: 'iife', comments: false },
    }),
  },
];
