import { fileURLToPath } from 'node:url';

/** What Astro's compiler writes at the end of a head. */
const END = /\$\{\$\$renderHead\(\$\$result\)\}/;

/**
 * Has components that have a `<head>` write ours as its first part. So the finished document need not be searched for
 * its head, which would cost a page more than all else together. What this does not know, it leaves alone: the
 * middleware finds the head of any other document in its stream.
 */
export function headPlugin() {
  const writer = fileURLToPath(new URL('./server/page-head.js', import.meta.url));
  return {
    name: 'consent-head',
    enforce: 'post' as const,
    transform(this: { environment?: { name: string } }, code: string, id: string) {
      if (this.environment?.name === 'client' || !id.endsWith('.astro')) return;
      // Exactly one, and no other that a comment or a text may hold.
      const starts = code.match(/<head(?=[\s>$])/gi);
      if (starts?.length !== 1 || !code.includes('<head>') || !END.test(code)) return;
      return {
        // Imports behind the code: its lines stay where they are.
        code: `${code.replace('<head>', () => `<head>\${$$writeConsentHead($$result)}`)}
import { writeHead as $$writeConsentHead } from ${JSON.stringify(writer)};`,
        map: null,
      };
    },
  };
}
