import { fileURLToPath } from 'node:url';

/** The script of Astro's router component, as Astro's own build names it. */
const ROUTER = /\/ClientRouter\.astro\?astro&type=script/;

/** Brings what tells the page's runtime of client-side navigation along with Astro's router: other pages pay nothing for it. */
export function navigationPlugin() {
  const navigation = fileURLToPath(new URL('./client/navigation.js', import.meta.url));
  return {
    name: 'consent-navigation',
    enforce: 'pre' as const,
    transform(this: { environment?: { name: string } }, code: string, id: string) {
      // In dev the server looks at such scripts, too, and would run what they import.
      if (this.environment?.name !== 'client' || !ROUTER.test(id)) return;
      // Behind the code: its lines stay where they are.
      return { code: `${code}\nimport ${JSON.stringify(navigation)};`, map: null };
    },
  };
}
