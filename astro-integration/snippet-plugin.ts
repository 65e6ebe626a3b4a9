import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const id = 'virtual:consent/snippet';
const entry = fileURLToPath(new URL('./src/head/snippet.ts', import.meta.url));

/** Bundles the head snippet and hands its text to whoever imports it: one source, one set of bytes. */
export function snippetPlugin() {
  let text: Promise<string> | undefined;
  return {
    name: 'consent-snippet',
    resolveId: (source: string) => (source === id ? `\0${id}` : undefined),
    load: async (source: string) => {
      if (source !== `\0${id}`) return;
      text ??= bundleSnippet();
      return `export default ${JSON.stringify(await text)}`;
    },
  };
}

async function bundleSnippet(): Promise<string> {
  const bundle = await rolldown({ input: entry, platform: 'browser', treeshake: true });
  const { output } = await bundle.generate({ format: 'iife', minify: true, comments: false });
  await bundle.close();
  const code = output[0].code.trim();
  // Inside <script> these two would end or reopen the element.
  if (/<\/script|<!--/i.test(code))
    throw new Error('The head snippet must not contain "</script" or "<!--".');
  return code;
}
