import { page } from '../page.ts';
import { sendRecords } from '../records.ts';

page().parts.records = sendRecords;
