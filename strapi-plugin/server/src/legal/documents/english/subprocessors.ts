import { type DocumentFacts, FROM_SETTINGS } from '../facts';

/** GDPR Art. 28(2) and (4): who else processes, and how customers may object to a change. */
export const subprocessorList = (facts: DocumentFacts): string => `
When ${facts.legalName} processes personal data on behalf of its customers, it engages the companies on this page (sub-processors). Each of them is bound by a contract with the same duties of data protection that we have towards our customers (Art. 28(4) GDPR).

## Current sub-processors

{{processor-table:subprocessors}}

## Changes and your right to object

We inform our customers of a new or replaced sub-processor, and announce it on this page, at least ${FROM_SETTINGS.noticeDays} days before it processes personal data. Customers may object within this time, for reasons of data protection, by writing to ${FROM_SETTINGS.noticeEmail}. We then look for a solution together; if there is none, the customer may end the part of the contract that is concerned.

{{processor-table:changes}}

## Contact

${facts.legalName}, ${facts.address}, ${facts.email}
`;
