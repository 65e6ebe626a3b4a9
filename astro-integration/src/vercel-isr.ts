import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { AstroConfig } from 'astro';
import type { ResolvedOptions } from './options.ts';

/** What Vercel answers from its cache ("incremental static regeneration"), by the adapter's output. */
interface Cached {
  /** Patterns of its pages and endpoints. */
  sources: string[];
  includes(path: string): boolean;
}

/**
 * Vercel keeps one answer of such a route for all visitors, whatever its headers say: one visitor's grants, or the law
 * of one country, would be everybody's. The adapter keeps its options to itself, so what it wrote is read.
 *
 * @throws where something would be kept that depends on its visitor, saying what to write instead
 */
export async function refuseSharedAnswers(
  { root, trailingSlash }: Pick<AstroConfig, 'root' | 'trailingSlash'>,
  { basePath, render }: Pick<ResolvedOptions, 'basePath' | 'render'>,
): Promise<void> {
  const cached = await cachedRoutes(new URL('.vercel/output/', root));
  if (!cached) return;
  const always = trailingSlash === 'always';
  const own = ['config', 'records', 'decide', 'preferences'].map(
    (name) => `${basePath}/${name}${always ? '/' : ''}`,
  );
  if (own.some((path) => cached.includes(path))) {
    // What the adapter makes of a pattern knows no slash at its end.
    const exclude = always
      ? own.map((path) => `'${path}'`).join(', ')
      : `/^${`${basePath}/`.replaceAll('/', '\\/')}/`;
    throw new Error(
      `Vercel's ISR would answer every visitor at ${basePath}/ with what the first one got. ` +
        `Keep these routes out of it: vercel({ isr: { exclude: [${exclude}] } }).`,
    );
  }
  const pages = cached.sources.filter((source) => !source.includes('well-known'));
  if (render === 'visitor' && pages.length > 0) {
    throw new Error(
      "Vercel's ISR would show every visitor the page that the first one got, with that one's grants " +
        `(${pages.slice(0, 3).join(', ')}). Make pages the same for all with consent({ render: 'neutral' }), ` +
        'or keep them out of it with vercel({ isr: { exclude: [...] } }).',
    );
  }
}

async function cachedRoutes(output: URL): Promise<Cached | null> {
  const functions = new URL('functions/', output);
  if (!existsSync(new URL('_isr.prerender-config.json', functions))) return null;
  const middleware = new URL('_middleware.func/middleware.mjs', functions);
  if (existsSync(middleware)) return behindMiddleware(await readFile(middleware, 'utf8'));
  const { routes } = JSON.parse(await readFile(new URL('config.json', output), 'utf8')) as {
    routes: { src?: string; dest?: string }[];
  };
  const isKept = (dest: string | undefined) => dest?.startsWith('/_isr') === true;
  const answering = routes.filter(({ src, dest }) => src && dest);
  return {
    sources: answering.filter(({ dest }) => isKept(dest)).map(({ src }) => src!),
    includes: (path) => isKept(answering.find(({ src }) => new RegExp(src!).test(path))?.dest),
  };
}

/** With middleware at the edge all goes through that, and it knows what to send to the cache. */
function behindMiddleware(code: string): Cached {
  const list = (name: string): RegExp[] => {
    const found = new RegExp(`\\b${name} = (\\[.*?\\])\\.map\\(`, 's').exec(code)?.[1];
    if (!found) {
      throw new Error(
        "What Vercel's ISR keeps cannot be read from its edge middleware: use one of the two, isr or middlewareMode: 'edge'.",
      );
    }
    // The bundler's strings are JSON but for short escapes, as of an umlaut in an address.
    const json = found.replace(/\\(?:\\|x([\dA-F]{2}))/gi, (text, code) => (code ? `\\u00${code}` : text));
    return (JSON.parse(json) as string[]).map((source) => new RegExp(source));
  };
  const [kept, excluded] = [list('isrRoutes'), list('isrExcludedRoutes')];
  return {
    sources: kept.map(({ source }) => source),
    includes: (path) => !excluded.some((route) => route.test(path)) && kept.some((route) => route.test(path)),
  };
}
