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

interface Route {
  src?: string;
  dest?: string;
  status?: number;
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
  const output = new URL('.vercel/output/', root);
  const functions = new URL('functions/', output);
  if (!existsSync(new URL('_isr.prerender-config.json', functions))) return;
  const routes = await answeringRoutes(output);
  const cached = await cachedRoutes(functions, routes);
  const own = ['config', 'records', 'decide', 'preferences'].map((name) => `${basePath}/${name}`);
  // Whichever the site answers at, a page that takes any address may answer at the other.
  const addresses = own.flatMap((path) => [path, `${path}/`]);
  // Of a name or an expression the adapter makes a pattern that knows no slash at its end; of this one it does.
  const remedy = `Keep these routes out of it: vercel({ isr: { exclude: ['${basePath}/[...path]'] } }).`;
  if (addresses.some((path) => cached.includes(path))) {
    throw new Error(
      `Vercel's ISR would answer every visitor at ${basePath}/ with what the first one got. ${remedy}`,
    );
  }
  const unanswered = own
    .map((path) => (trailingSlash === 'always' ? `${path}/` : path))
    .find((path) => !isAnswered(routes, path));
  if (unanswered) {
    throw new Error(
      `With what is kept out of its ISR, Vercel would find nothing at ${unanswered}. ${remedy}`,
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

async function answeringRoutes(output: URL): Promise<Route[]> {
  const { routes } = JSON.parse(await readFile(new URL('config.json', output), 'utf8')) as {
    routes: Route[];
  };
  return routes.filter(({ src, dest }) => src && dest);
}

const answering = (routes: Route[], path: string) => routes.find(({ src }) => new RegExp(src!).test(path));

/** By a route of its own, and not by the one behind all that says that there is nothing. */
function isAnswered(routes: Route[], path: string): boolean {
  const route = answering(routes, path);
  return route !== undefined && route.status !== 404;
}

async function cachedRoutes(functions: URL, routes: Route[]): Promise<Cached> {
  const middleware = new URL('_middleware.func/middleware.mjs', functions);
  if (existsSync(middleware)) return behindMiddleware(await readFile(middleware, 'utf8'));
  const isKept = (dest: string | undefined) => dest?.startsWith('/_isr') === true;
  return {
    sources: routes.filter(({ dest }) => isKept(dest)).map(({ src }) => src!),
    includes: (path) => isKept(answering(routes, path)?.dest),
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
