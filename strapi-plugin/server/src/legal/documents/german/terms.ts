import type { DocumentFacts } from '../facts';

export const termsOfUse = (facts: DocumentFacts): string => `
## 1. Wer wir sind und wofür diese Bedingungen gelten

Diese Bedingungen gelten für die Nutzung von ${facts.url} und für die dort geschlossenen Verträge mit ${facts.legalName}, ${facts.address} („wir“). Andere Bedingungen gelten nur, wo wir ihnen in Textform zugestimmt haben.

## 2. Unsere Leistungen

${facts.missing('was Sie anbieten, in wenigen Sätzen')}

Kostenlose Teile der Website können wir jederzeit verbessern und ändern. Was Sie bezahlt haben, ändert sich nur wie vereinbart oder wie das Gesetz es zulässt.

## 3. Wie ein Vertrag zustande kommt

Was die Website zeigt, ist noch kein bindendes Angebot. Sie machen ein Angebot, indem Sie eine Bestellung oder Anmeldung absenden; der Vertrag kommt zustande, wenn wir sie bestätigen. Vor dem Absenden können Sie Ihre Eingaben prüfen und berichtigen. Wir speichern den Vertragstext und senden ihn Ihnen per E-Mail. Vertragssprache: ${facts.missing('Sprachen')}.

## 4. Ihr Konto

Machen Sie richtige Angaben, halten Sie Ihr Passwort geheim und sagen Sie uns sofort, wenn es jemand anderem bekannt sein könnte. Ein Konto gehört einer Person. Sie können es jederzeit schließen.

## 5. Preise und Zahlung

${facts.missing('Preise oder wo sie stehen, Steuern, Fälligkeit, Zahlungsarten')}

## 6. Widerrufsrecht für Verbraucher

${facts.missing('Widerrufsbelehrung und Muster-Widerrufsformular, falls Verbraucher Verträge schließen können; sonst diesen Abschnitt entfernen')}

## 7. Was nicht erlaubt ist

Verstoßen Sie mit unseren Diensten nicht gegen Gesetze, greifen und überlasten Sie sie nicht, umgehen Sie ihren Schutz nicht, sammeln Sie mit ihnen keine Daten anderer und veröffentlichen Sie nichts, was Rechte anderer verletzt. Wir können solche Inhalte entfernen und Konten sperren, möglichst nach einer Warnung. Wir nennen Ihnen den Grund, und Sie können widersprechen.

## 8. Inhalte und Rechte

Was auf der Website steht, gehört uns oder den dort Genannten. Sie dürfen es zum Zweck unserer Dienste nutzen. Was Sie hochladen, bleibt Ihres; Sie erlauben uns, es zu speichern und zu zeigen, soweit der Dienst es braucht und solange es dort ist.

## 9. Verfügbarkeit und Mängel

Wir betreiben unsere Dienste mit der Sorgfalt eines ordentlichen Kaufmanns. Rechte von Verbrauchern bei Mängeln von Waren, digitalen Inhalten und digitalen Dienstleistungen bleiben unberührt.

## 10. Haftung

Wir haften unbeschränkt für Vorsatz und grobe Fahrlässigkeit, bei Verletzung von Leben, Körper und Gesundheit, für Garantien und nach dem Produkthaftungsgesetz. Für einfache Fahrlässigkeit haften wir nur bei Verletzung einer Pflicht, die den Vertrag überhaupt erst möglich macht, und dann für den typischen, vorhersehbaren Schaden. Zwingende Rechte von Verbrauchern bleiben unberührt.

## 11. Laufzeit und Kündigung

Verträge ohne feste Laufzeit können beide Seiten mit einer Frist von ${facts.missing('Frist, zum Beispiel ein Monat')} kündigen. Das Recht zur fristlosen Kündigung aus wichtigem Grund bleibt.

## 12. Datenschutz

Wie wir personenbezogene Daten verarbeiten, sagt unsere Datenschutzerklärung.

## 13. Änderungen dieser Bedingungen

Änderungen teilen wir Ihnen mindestens 30 Tage vorher per E-Mail mit, und was folgt, wenn Sie nicht zustimmen. Eine Änderung zu Ihrem Nachteil braucht Ihre Zustimmung.

## 14. Recht und Streitigkeiten

Anwendbares Recht: ${facts.governingLaw}, ohne das UN-Kaufrecht. Verbrauchern bleibt der Schutz des zwingenden Rechts ihres Wohnsitzlandes. Gerichtsstand für Streitigkeiten mit Unternehmern: ${facts.court}. Ob wir an Streitbeilegungsverfahren vor einer Verbraucherschlichtungsstelle teilnehmen: ${facts.missing('ja, mit Name und Anschrift der Stelle, oder nein')}.

## 15. Kontakt

${facts.legalName}, ${facts.address}, ${facts.email}
`;
