import { findProgram } from './programs.ts';

/** The nginx of this machine, which stands in front of a site in tests; null where there is none. */
export const findNginx = (): string | null => findProgram('nginx');
