import { type DocumentFacts, FROM_SETTINGS } from '../facts';

/** GDPR Art. 28(3), point by point. */
export const dataProcessingAgreement = (facts: DocumentFacts): string => `
Between the customer (controller) and ${facts.legalName}, ${facts.address} (processor), under Art. 28 of the General Data Protection Regulation (GDPR).

## 1. Subject and duration

The processor processes personal data on behalf of the controller in order to provide the services of the main contract. This agreement lasts as long as the main contract, and beyond it until all personal data has been deleted or returned. Annex 1 describes the nature and purpose of processing, the kinds of data and the people concerned.

## 2. Instructions

The processor processes personal data only on documented instructions of the controller, including transfers to third countries, unless Union or Member State law obliges it otherwise; it then tells the controller before, unless that law forbids it. The main contract and this agreement are the instructions at its start. The processor tells the controller at once where it considers an instruction unlawful, and may suspend it until it is confirmed. The controller is responsible for the lawfulness of the processing and has the right to give further instructions in text form.

## 3. Confidentiality

The processor lets only those people process the data who are bound to confidentiality and were instructed about data protection.

## 4. Security

The processor takes the measures of Art. 32 GDPR that Annex 2 lists. It may replace them by others, as long as the level of protection does not fall.

## 5. Sub-processors

The controller gives general authorisation to engage sub-processors. Those authorised at the start are listed in Annex 3. The processor informs the controller in text form of each addition or replacement at least ${FROM_SETTINGS.noticeDays} days before; a feed that the controller subscribed to is enough. The controller may object within this time for reasons of data protection; if no solution is found, it may end the part of the main contract that is concerned. The processor imposes the same duties of data protection on each sub-processor by contract, and is liable for its sub-processors as for itself (Art. 28(4) GDPR).

## 6. Transfers to third countries

Data is transferred to a third country only under the conditions of Chapter V GDPR. Where standard contractual clauses are needed, the processor concludes them with the sub-processor, and checks whether they protect the data in fact.

## 7. Help with the rights of data subjects

The processor helps the controller, by suitable measures, to answer requests under Chapter III GDPR. It passes on requests that reach it without delay and does not answer them itself.

## 8. Further help

The processor helps the controller with its duties under Art. 32 to 36 GDPR: security, notification of breaches, data protection impact assessment and prior consultation.

## 9. Personal data breaches

The processor notifies the controller of a personal data breach without undue delay after becoming aware of it, if possible within ${facts.missing('number of hours, for example 48')} hours, with what Art. 33(3) GDPR asks for, as far as it is known.

## 10. Deletion and return

At the end of the services the processor deletes or returns all personal data, at the choice of the controller, and deletes existing copies, unless Union or Member State law obliges it to store them. Time for deletion: ${facts.missing('number of days, for example 30')} days.

## 11. Proof and audits

The processor makes available all information needed to show that it meets its duties under Art. 28 GDPR, and allows for audits and inspections by the controller or an auditor it names, with reasonable notice, during business hours and bound to confidentiality. Suitable certificates and reports may take the place of an inspection where the controller agrees.

## 12. Liability

Towards data subjects Art. 82 GDPR applies. Between the parties, what the main contract says about liability applies, unless mandatory law says otherwise.

## 13. Final provisions

Where this agreement and the main contract disagree about data protection, this agreement stands. If a provision is invalid, the others remain. Governing law: ${facts.governingLaw}. This agreement may be concluded in electronic form (Art. 28(9) GDPR).

Contact for data protection: ${facts.email}

## Annex 1: Description of the processing

| Point | Description |
| --- | --- |
| Subject and purpose | ${facts.missing('what the service does with the data')} |
| Nature | Collection, storage, use, transmission, deletion |
| Kinds of data | ${facts.missing('for example contact data, usage data, content')} |
| Special categories (Art. 9 GDPR) | ${facts.missing('which ones, or "none"')} |
| Data subjects | ${facts.missing("for example the controller's customers and staff")} |
| Duration | As long as the main contract |

## Annex 2: Technical and organisational measures

| Aim | Measures |
| --- | --- |
| Control of access to premises and systems | ${facts.missing('for example data centres with certified security, personal accounts, two-factor authentication')} |
| Control of access to data | ${facts.missing('for example roles with the least rights needed, logs of access')} |
| Separation | ${facts.missing('for example separate data of each customer, separate test systems')} |
| Encryption and pseudonymisation | ${facts.missing('for example TLS for transport, encrypted storage and backups')} |
| Integrity | ${facts.missing('for example logs of changes, reviewed code')} |
| Availability and recovery | ${facts.missing('for example daily backups, tested restoration, monitoring')} |
| Regular review | ${facts.missing('for example a yearly review, training, a process for incidents')} |

## Annex 3: Authorised sub-processors

{{processor-table:annex}}
`;
