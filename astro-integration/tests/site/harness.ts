/** What tests of built sites need, by one name. */
export { type Build, buildSite, type Fixture, fixtureRoot, platformsRoot, starlightRoot } from './build.ts';
export { hostOnVercel, previewSite, type Site, startDev, startPlain, startSite } from './run.ts';
export {
  freePort,
  type Served,
  serve,
  serveFolder,
  serveRewritten,
  serveVendors,
  type Vendors,
} from './serve.ts';
