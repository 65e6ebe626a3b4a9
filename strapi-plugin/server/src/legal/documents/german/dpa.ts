import { type DocumentFacts, FROM_SETTINGS } from '../facts';

/** DSGVO Art. 28 Abs. 3, Punkt für Punkt. */
export const dataProcessingAgreement = (facts: DocumentFacts): string => `
Zwischen dem Kunden (Verantwortlicher) und ${facts.legalName}, ${facts.address} (Auftragsverarbeiter), nach Art. 28 der Datenschutz-Grundverordnung (DSGVO).

## 1. Gegenstand und Dauer

Der Auftragsverarbeiter verarbeitet personenbezogene Daten im Auftrag des Verantwortlichen, um die Leistungen des Hauptvertrags zu erbringen. Diese Vereinbarung gilt so lange wie der Hauptvertrag und darüber hinaus, bis alle personenbezogenen Daten gelöscht oder zurückgegeben sind. Anhang 1 beschreibt Art und Zweck der Verarbeitung, die Arten von Daten und die betroffenen Personen.

## 2. Weisungen

Der Auftragsverarbeiter verarbeitet personenbezogene Daten nur auf dokumentierte Weisung des Verantwortlichen, auch bei Übermittlungen in Drittländer, sofern ihn nicht Unionsrecht oder Recht eines Mitgliedstaats zu anderem verpflichtet; das teilt er vorher mit, sofern dieses Recht es nicht verbietet. Anfängliche Weisungen sind der Hauptvertrag und diese Vereinbarung. Hält er eine Weisung für rechtswidrig, sagt er es dem Verantwortlichen sofort und darf sie aussetzen, bis sie bestätigt ist. Der Verantwortliche ist für die Rechtmäßigkeit der Verarbeitung verantwortlich und kann weitere Weisungen in Textform erteilen.

## 3. Vertraulichkeit

Der Auftragsverarbeiter lässt nur Personen Daten verarbeiten, die zur Vertraulichkeit verpflichtet und im Datenschutz unterwiesen sind.

## 4. Sicherheit

Der Auftragsverarbeiter trifft die Maßnahmen nach Art. 32 DSGVO, die Anhang 2 aufführt. Er darf sie durch andere ersetzen, solange das Schutzniveau nicht sinkt.

## 5. Unterauftragsverarbeiter

Der Verantwortliche genehmigt allgemein den Einsatz von Unterauftragsverarbeitern. Die anfangs genehmigten führt Anhang 3 auf. Über jede Hinzuziehung oder Ersetzung informiert der Auftragsverarbeiter den Verantwortlichen mindestens ${FROM_SETTINGS.noticeDays} Tage vorher in Textform; ein Feed, den dieser abonniert hat, genügt. Der Verantwortliche kann in dieser Zeit aus Gründen des Datenschutzes widersprechen; findet sich keine Lösung, kann er den betroffenen Teil des Hauptvertrags beenden. Der Auftragsverarbeiter erlegt jedem Unterauftragsverarbeiter vertraglich dieselben Datenschutzpflichten auf und haftet für ihn wie für sich selbst (Art. 28 Abs. 4 DSGVO).

## 6. Übermittlung in Drittländer

In ein Drittland werden Daten nur unter den Bedingungen von Kapitel V DSGVO übermittelt. Wo Standardvertragsklauseln nötig sind, schließt sie der Auftragsverarbeiter mit dem Unterauftragsverarbeiter und prüft, ob sie die Daten tatsächlich schützen.

## 7. Hilfe bei Rechten betroffener Personen

Der Auftragsverarbeiter hilft dem Verantwortlichen durch geeignete Maßnahmen, Anträge nach Kapitel III DSGVO zu beantworten. Anträge, die ihn erreichen, leitet er unverzüglich weiter und beantwortet sie nicht selbst.

## 8. Weitere Hilfe

Der Auftragsverarbeiter hilft dem Verantwortlichen bei dessen Pflichten nach Art. 32 bis 36 DSGVO: Sicherheit, Meldung von Verletzungen, Datenschutz-Folgenabschätzung und vorherige Konsultation.

## 9. Verletzungen des Schutzes personenbezogener Daten

Der Auftragsverarbeiter meldet dem Verantwortlichen eine Verletzung unverzüglich, nachdem sie ihm bekannt wird, möglichst innerhalb von ${facts.missing('Zahl der Stunden, zum Beispiel 48')} Stunden, mit den Angaben nach Art. 33 Abs. 3 DSGVO, soweit bekannt.

## 10. Löschung und Rückgabe

Am Ende der Leistungen löscht der Auftragsverarbeiter nach Wahl des Verantwortlichen alle personenbezogenen Daten oder gibt sie zurück und löscht vorhandene Kopien, sofern nicht Unionsrecht oder Recht eines Mitgliedstaats zur Speicherung verpflichtet. Frist zur Löschung: ${facts.missing('Zahl der Tage, zum Beispiel 30')} Tage.

## 11. Nachweise und Prüfungen

Der Auftragsverarbeiter stellt alle Informationen bereit, die zum Nachweis seiner Pflichten nach Art. 28 DSGVO nötig sind, und ermöglicht Überprüfungen und Inspektionen durch den Verantwortlichen oder einen von ihm benannten Prüfer, mit angemessener Ankündigung, zu Geschäftszeiten und vertraulich. Geeignete Zertifikate und Berichte können eine Inspektion ersetzen, wo der Verantwortliche zustimmt.

## 12. Haftung

Gegenüber betroffenen Personen gilt Art. 82 DSGVO. Zwischen den Parteien gilt, was der Hauptvertrag zur Haftung sagt, sofern nicht zwingendes Recht anderes bestimmt.

## 13. Schlussbestimmungen

Widersprechen sich diese Vereinbarung und der Hauptvertrag beim Datenschutz, gilt diese Vereinbarung. Ist eine Bestimmung unwirksam, bleiben die übrigen. Anwendbares Recht: ${facts.governingLaw}. Diese Vereinbarung kann in elektronischer Form geschlossen werden (Art. 28 Abs. 9 DSGVO).

Kontakt für den Datenschutz: ${facts.email}

## Anhang 1: Beschreibung der Verarbeitung

| Punkt | Beschreibung |
| --- | --- |
| Gegenstand und Zweck | ${facts.missing('was der Dienst mit den Daten tut')} |
| Art | Erheben, Speichern, Nutzen, Übermitteln, Löschen |
| Arten von Daten | ${facts.missing('zum Beispiel Kontaktdaten, Nutzungsdaten, Inhalte')} |
| Besondere Kategorien (Art. 9 DSGVO) | ${facts.missing('welche, oder „keine“')} |
| Betroffene Personen | ${facts.missing('zum Beispiel Kunden und Beschäftigte des Verantwortlichen')} |
| Dauer | Solange der Hauptvertrag läuft |

## Anhang 2: Technische und organisatorische Maßnahmen

| Ziel | Maßnahmen |
| --- | --- |
| Zutritts- und Zugangskontrolle | ${facts.missing('zum Beispiel Rechenzentren mit zertifizierter Sicherheit, persönliche Konten, Zwei-Faktor-Anmeldung')} |
| Zugriffskontrolle | ${facts.missing('zum Beispiel Rollen mit den geringsten nötigen Rechten, Zugriffsprotokolle')} |
| Trennung | ${facts.missing('zum Beispiel getrennte Daten je Kunde, getrennte Testsysteme')} |
| Verschlüsselung und Pseudonymisierung | ${facts.missing('zum Beispiel TLS beim Transport, verschlüsselte Speicherung und Sicherungen')} |
| Integrität | ${facts.missing('zum Beispiel Änderungsprotokolle, geprüfter Code')} |
| Verfügbarkeit und Wiederherstellung | ${facts.missing('zum Beispiel tägliche Sicherungen, erprobte Wiederherstellung, Überwachung')} |
| Regelmäßige Überprüfung | ${facts.missing('zum Beispiel jährliche Prüfung, Schulungen, Ablauf bei Vorfällen')} |

## Anhang 3: Genehmigte Unterauftragsverarbeiter

{{processor-table:annex}}
`;
