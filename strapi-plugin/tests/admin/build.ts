import { build, CMS_BUILD, CORE_BUILD, PLUGIN_BUILD } from '../../../playground/run/builds.ts';

/** Builds the playground's CMS with its admin, where that is stale: once, for all files. */
export default async function setup(): Promise<void> {
  await build(CORE_BUILD);
  await build(PLUGIN_BUILD);
  await build(CMS_BUILD);
}
