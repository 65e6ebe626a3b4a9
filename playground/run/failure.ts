/** Something the person can mend; its message is the one sentence they are shown, without a stack. */
export class Failure extends Error {}

/** Runs `main` and ends the process with 1 and one clear sentence where it fails. */
export async function runMain(main: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await main();
  } catch (error) {
    console.error(`\n${error instanceof Failure ? error.message : (error as Error).stack}`);
    process.exitCode = 1;
  }
}
