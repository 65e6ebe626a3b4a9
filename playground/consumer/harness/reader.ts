import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { run } from './commands.ts';
import { type Step, stepsIn } from './readme.ts';

/** How the reader's machine differs from the one of the document. */
export interface Circumstances {
  /** What stands in the document, and what stands for it here: addresses, whose ports may be taken. */
  instead: Readonly<Record<string, string>>;
  /** Writes what a file that is there already becomes. */
  merge?: (file: string, example: string) => void;
  env?: NodeJS.ProcessEnv;
  /** Starts a command that does not end; null for one that does. */
  service?: (command: string) => Promise<void> | null;
}

/**
 * Somebody who does what a document says, to the letter and in its order: writes its files, runs its commands. Packages
 * of this repository come from the tarballs that a release would publish; everything else is the machine's own.
 */
export class Reader {
  readonly #document: string;
  readonly #folder: string;
  readonly #circumstances: Circumstances;
  readonly #steps: Step[];

  constructor(document: string, folder: string, sections: readonly string[], circumstances: Circumstances) {
    this.#document = document;
    this.#folder = folder;
    this.#circumstances = circumstances;
    this.#steps = stepsIn(document, sections);
    mkdirSync(folder, { recursive: true });
  }

  /** The steps that nobody has taken yet. */
  get left(): readonly Step[] {
    return this.#steps;
  }

  /**
   * Takes the steps up to and including the command that begins so, or all that are left.
   *
   * @returns what the last one printed.
   * @throws when the document has no such step, or a step fails.
   */
  async read(upTo?: string): Promise<string> {
    for (;;) {
      const step = this.#steps.shift();
      if (!step && upTo) throw new Error(`${this.#document} does not say: ${upTo}`);
      if (!step) return '';
      const printed = await this.#take(step);
      if (upTo && 'command' in step && step.command.startsWith(upTo)) return printed;
    }
  }

  async #take(step: Step): Promise<string> {
    const { merge, env, service } = this.#circumstances;
    if ('file' in step) {
      const text = this.#here(step.text);
      const path = join(this.#folder, step.file);
      mkdirSync(dirname(path), { recursive: true });
      if (merge) merge(path, text);
      else writeFileSync(path, text);
      return '';
    }
    const command = this.#here(step.command);
    const started = service?.(command) ?? null;
    if (!started) return run(command, this.#folder, env);
    await started;
    return '';
  }

  #here = (text: string): string =>
    Object.entries(this.#circumstances.instead).reduce(
      (out, [there, here]) => out.replaceAll(there, here),
      text,
    );
}
