import { runMain } from '../run/failure.ts';
import { step } from '../run/progress.ts';
import { buildPackagesAndCms } from './harness/site.ts';

/** The pictures of the documentation. */
await runMain(async () => {
  await step('Builds', buildPackagesAndCms);
  // It uses the packages by name, which resolve once they are built.
  const { takePictures } = await import('./harness/pictures.ts');
  console.log(`\n  ${await takePictures()}`);
  return 0;
});
