/** The runtime of a page, as a module: its parts lie beside it. */
import { startRuntime } from '../start-runtime.ts';

startRuntime(new URL('.', import.meta.url).href);
