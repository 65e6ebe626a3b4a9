import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Core } from '@strapi/strapi';
import { errors as resolved } from '@strapi/utils';

/**
 * Strapi's error classes. Its error handler knows its own classes only, and turns errors of another copy of
 * `@strapi/utils`, which a package manager may put beside the plugin, into a bare 500 (strapi/strapi#22488). No export of `@strapi/strapi` and
 * nothing on `strapi` leads to these classes, so they are asked for where Strapi's own core finds them.
 */
export let errors = resolved;

/** Takes the classes of the Strapi that runs, by the way that leads to them from the app. */
export function takeErrorsOf(strapi: Core.Strapi): void {
  try {
    const app = createRequire(join(strapi.dirs.app.root, 'package.json'));
    const core = createRequire(createRequire(app.resolve('@strapi/strapi')).resolve('@strapi/core'));
    errors = core('@strapi/utils').errors;
  } catch {
    // The app finds Strapi by other means; then there is one copy, which the plugin found too.
  }
}
