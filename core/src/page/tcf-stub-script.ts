/** Stands in the head where a site takes part in the Transparency and Consent Framework: before any other script of the page. */
import { holdRecords } from './record-hold.ts';
import { startTcfStub } from './tcf-stub.ts';

startTcfStub();
holdRecords();
