/** Stands in the head where a site speaks the Global Privacy Platform: before any other script of the page. */
import { startGppStub } from './gpp-stub.ts';

startGppStub();
