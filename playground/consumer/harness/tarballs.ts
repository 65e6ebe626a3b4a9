import { ROOT } from '../../run/paths.ts';
import { pnpm } from './commands.ts';

const PACKAGES = ['core', 'strapi-plugin', 'astro-integration'];

/** Where the packages lie as they would be published: whoever runs all tests has packed them, else they are packed now. */
export async function tarballs(folder: string): Promise<string> {
  if (process.env.PERMESSO_TARBALLS) return process.env.PERMESSO_TARBALLS;
  for (const name of PACKAGES) await pnpm(`pack --pack-destination ${folder}`, `${ROOT}/${name}`);
  return folder;
}
