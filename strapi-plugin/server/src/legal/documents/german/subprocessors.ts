import { type DocumentFacts, FROM_SETTINGS } from '../facts';

/** DSGVO Art. 28 Abs. 2 und 4: wer noch verarbeitet, und wie Kunden einer Änderung widersprechen. */
export const subprocessorList = (facts: DocumentFacts): string => `
Wenn ${facts.legalName} personenbezogene Daten im Auftrag von Kunden verarbeitet, setzt sie die Unternehmen auf dieser Seite ein (Unterauftragsverarbeiter). Jedes ist vertraglich an dieselben Datenschutzpflichten gebunden, die wir gegenüber unseren Kunden haben (Art. 28 Abs. 4 DSGVO).

## Derzeitige Unterauftragsverarbeiter

{{processor-table:subprocessors}}

## Änderungen und Ihr Widerspruchsrecht

Über einen neuen oder ersetzten Unterauftragsverarbeiter informieren wir unsere Kunden, und auf dieser Seite, mindestens ${FROM_SETTINGS.noticeDays} Tage bevor er personenbezogene Daten verarbeitet. Kunden können in dieser Zeit aus Gründen des Datenschutzes widersprechen, durch Nachricht an ${FROM_SETTINGS.noticeEmail}. Wir suchen dann gemeinsam eine Lösung; gibt es keine, kann der Kunde den betroffenen Teil des Vertrags beenden.

{{processor-table:changes}}

## Kontakt

${facts.legalName}, ${facts.address}, ${facts.email}
`;
