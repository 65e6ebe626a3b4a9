import { type DocumentFacts, FROM_SETTINGS, type RecordingTerms } from '../facts';

function officer({ dpo, email, missing }: DocumentFacts): string {
  if (dpo === false) {
    return `Wir haben keinen Datenschutzbeauftragten benannt, weil wir gesetzlich nicht dazu verpflichtet sind. Bitte schreiben Sie an ${email}.`;
  }
  if (dpo === null) {
    return missing('Name und E-Mail-Adresse des Datenschutzbeauftragten, oder dass keiner zu benennen ist');
  }
  return `${dpo.name ? `${dpo.name}, ` : ''}${dpo.email}`;
}

/** Was verarbeitet wird, um eine Auswahl zu Cookies zu merken und, wo sie aufgezeichnet wird, nachzuweisen. */
export function choiceRow(
  { recording, userAgent, networks }: RecordingTerms,
  place = 'Ihr Land und Ihre Region, ob Ihr Browser das Signal Global Privacy Control gesendet hat',
): string {
  if (recording === 'none') {
    return '| Ihre Auswahl zu Cookies merken | Ihre Auswahl und ihr Zeitpunkt, in einem Cookie Ihres Browsers | Unser berechtigtes Interesse, Ihre Auswahl zu achten, Art. 6 Abs. 1 lit. f DSGVO |';
  }
  const known = [
    `Eine Zufallszahl, Ihre Auswahl, ihr Zeitpunkt, ${place}, Ihre Sprache und die Fassung unserer Texte`,
    ...(userAgent ? ['der Name Ihres Browsers'] : []),
    ...(recording === 'linked' ? ['Ihr Konto, wenn Sie angemeldet sind'] : []),
    ...(networks
      ? [
          'für sieben Tage ein Hash des Netzes, aus dem Sie kommen, um gefälschte Nachweise zu erkennen (unser berechtigtes Interesse, Art. 6 Abs. 1 lit. f DSGVO)',
        ]
      : []),
  ];
  return `| Ihre Auswahl zu Cookies merken und nachweisen | ${known.join('; ')}; keine IP-Adresse | Unsere Pflicht, Einwilligungen nachzuweisen, Art. 6 Abs. 1 lit. c mit Art. 7 Abs. 1 DSGVO |`;
}

/** Wie lange das aufbewahrt wird. */
export const retentionRow = ({ recording }: RecordingTerms): string =>
  recording === 'none'
    ? '| Ihre Auswahl zu Cookies | Wie die Cookie-Richtlinie für deren Cookie angibt |'
    : `| Nachweise Ihrer Auswahl zu Cookies | ${FROM_SETTINGS.retentionMonths} Monate |`;

const UNITED_KINGDOM = `
## Personen im Vereinigten Königreich

Die UK GDPR und der Data Protection Act 2018 geben Ihnen dieselben Rechte. Sie können sich beim Information Commissioner's Office beschweren (<https://ico.org.uk>).
`;

const SWITZERLAND = `
## Personen in der Schweiz

Für Sie gilt auch das Bundesgesetz über den Datenschutz. Sie können sich an den Eidgenössischen Datenschutz- und Öffentlichkeitsbeauftragten wenden (<https://www.edoeb.admin.ch>).
`;

const unitedStates = ({ email }: DocumentFacts) => `
## Personen in den Vereinigten Staaten

Je nach Bundesstaat können Sie erfahren, was wir erheben, es berichtigen oder löschen lassen und dem Verkauf, der Weitergabe und gezielter Werbung widersprechen. Nutzen Sie dazu „Datenschutzeinstellungen“ auf dieser Website oder schreiben Sie an ${email}. Das Signal Global Privacy Control Ihres Browsers beachten wir in jedem Bundesstaat als solchen Widerspruch. Wer ein Recht ausübt, wird nicht schlechter behandelt. Sie können sich vertreten lassen und eine Ablehnung überprüfen lassen.
`;

/** DSGVO Art. 13 und 14, Punkt für Punkt. */
export const privacyPolicy = (facts: DocumentFacts): string => `
Diese Seite sagt, welche personenbezogenen Daten ${facts.name} verarbeitet, wozu, wie lange, wer sie erhält und welche Rechte Sie haben (Artikel 13 und 14 der Datenschutz-Grundverordnung, DSGVO).

## Verantwortlicher

${facts.legalName}, ${facts.address}\\
E-Mail: ${facts.email}\\
Website: ${facts.url}

Vertreter in der Europäischen Union (Art. 27 DSGVO): ${facts.missing('Name und Anschrift, falls das Unternehmen seinen Sitz außerhalb der Union hat; sonst diese Zeile entfernen')}

## Datenschutzbeauftragter

${officer(facts)}

## Was wir verarbeiten, wozu und auf welcher Rechtsgrundlage

| Zweck | Daten | Rechtsgrundlage |
| --- | --- | --- |
| Diese Website ausliefern und schützen | IP-Adresse, Zeitpunkt, aufgerufene Seite, Browser | Unser berechtigtes Interesse an einer funktionierenden, sicheren Website, Art. 6 Abs. 1 lit. f DSGVO |
${choiceRow(facts)}
| Statistik, Werbung und fremde Inhalte, wie in der Cookie-Richtlinie aufgeführt | Was die Cookie-Richtlinie jeweils nennt | Ihre Einwilligung, Art. 6 Abs. 1 lit. a DSGVO und § 25 Abs. 1 TDDDG |
| Ihnen antworten | Ihr Name, Ihre Kontaktdaten, der Inhalt Ihrer Nachricht | Vertragsanbahnung auf Ihre Anfrage oder Vertragserfüllung, Art. 6 Abs. 1 lit. b DSGVO; sonst unser berechtigtes Interesse an einer Antwort, Art. 6 Abs. 1 lit. f DSGVO |
| Kundenkonten führen und Verträge erfüllen | Name, Kontaktdaten, Vertrags- und Zahlungsdaten | Vertragserfüllung, Art. 6 Abs. 1 lit. b DSGVO |
| Buchführung und Steuern | Rechnungen und Zahlungsbelege | Rechtliche Verpflichtung, Art. 6 Abs. 1 lit. c DSGVO |
| ${facts.missing('weitere Zwecke wie Newsletter oder Bewerbungen, oder diese Zeile entfernen')} | ${facts.missing('Daten')} | ${facts.missing('Rechtsgrundlage')} |

Wo wir uns auf ein berechtigtes Interesse stützen, ist es das in der Tabelle genannte. Sie können ihm widersprechen, wie unten beschrieben.

## Woher die Daten stammen

Das meiste geben Sie uns selbst, oder Ihr Browser sendet es bei Ihrem Besuch. Daten aus anderen Quellen: ${facts.missing('Quellen wie Auskunfteien, öffentliche Register oder Geschäftspartner, oder „keine“')}.

## Ob Sie Daten angeben müssen

In der Regel verpflichtet Sie weder ein Gesetz noch ein Vertrag dazu. Ohne die in einem Formular als erforderlich gekennzeichneten Angaben können wir Ihnen nicht antworten oder keinen Vertrag schließen; auf einer Rechnung verlangt das Gesetz Ihren Namen und Ihre Anschrift. Über nicht notwendige Cookies entscheiden Sie; die Website funktioniert ohne sie.

## Cookies und ähnliche Techniken

Unsere Cookie-Richtlinie führt sie einzeln auf. Sie können Ihre Auswahl jederzeit unter „Datenschutzeinstellungen“ ändern; der Widerruf ist so einfach wie die Einwilligung und lässt unberührt, was vorher geschah.

## Wer die Daten erhält

In unserem Haus diejenigen, die sie für die genannten Zwecke brauchen. Außerhalb die folgenden Anbieter, vertraglich gebunden, wo sie in unserem Auftrag handeln (Art. 28 DSGVO):

{{processor-table:recipients}}

Wo die Tabelle „Gemeinsam Verantwortlicher“ sagt, legen der Anbieter und wir gemeinsam fest, wozu die Daten dienen (Art. 26 DSGVO). Sie können sich an jeden von uns wenden; das Wesentliche unserer Vereinbarung teilen wir Ihnen auf Anfrage mit.

An Behörden geben wir Daten weiter, wo ein Gesetz uns dazu verpflichtet.

## Übermittlung in Drittländer

Wo ein Anbieter Daten außerhalb des Europäischen Wirtschaftsraums verarbeitet, schützt sie dort das Folgende. Eine Kopie der Garantien senden wir Ihnen auf Anfrage.

{{processor-table:transfers}}

## Wie lange wir Daten aufbewahren

| Daten | Dauer |
| --- | --- |
| Serverprotokolle | ${facts.missing('Dauer, zum Beispiel 14 Tage')} |
${retentionRow(facts)}
| Cookies | Wie die Cookie-Richtlinie jeweils angibt |
| Anfragen | Bis sie erledigt sind, dann ${facts.missing('Dauer, zum Beispiel 6 Monate')} |
| Kundenkonten und Verträge | Solange der Vertrag läuft, danach bis Ansprüche verjährt sind |
| Rechnungen und Bücher | Solange Steuer- und Handelsrecht es verlangen: ${facts.missing('Zahl der Jahre')} |

## Ihre Rechte

- Sie können erfahren, ob wir Daten über Sie verarbeiten, und eine Kopie erhalten (Art. 15).
- Sie können falsche Daten berichtigen (Art. 16) und, wo das Gesetz es vorsieht, Daten löschen (Art. 17) oder ihre Nutzung einschränken lassen (Art. 18).
- Sie können Daten, die Sie uns gegeben haben, in maschinenlesbarer Form erhalten (Art. 20).
- **Sie können aus Gründen Ihrer besonderen Situation jederzeit einer Verarbeitung widersprechen, die auf einem berechtigten Interesse beruht, und der Direktwerbung ohne jeden Grund (Art. 21).**
- Sie können eine Einwilligung jederzeit für die Zukunft widerrufen (Art. 7 Abs. 3).
- Sie können sich bei einer Aufsichtsbehörde beschweren, insbesondere an Ihrem Wohn- oder Arbeitsort (Art. 77). Für uns zuständig ist ${facts.missing('Name und Anschrift der Aufsichtsbehörde')}.

Schreiben Sie an ${facts.email}. Wir antworten unentgeltlich und innerhalb eines Monats; ist ein Antrag aufwendig, können es bis zu zwei weitere sein, und wir sagen Ihnen, warum (Art. 12). Sind wir nicht sicher, wer Sie sind, können wir um einen Nachweis bitten.

## Automatisierte Entscheidungen

Wir treffen keine Entscheidungen mit rechtlicher oder ähnlich erheblicher Wirkung für Sie allein automatisiert und betreiben dafür kein Profiling (Art. 22 DSGVO).
${facts.unitedKingdom ? UNITED_KINGDOM : ''}${facts.switzerland ? SWITZERLAND : ''}${facts.unitedStates ? unitedStates(facts) : ''}
## Änderungen

Ändert sich, was wir tun, ändern wir diese Seite. Wo Ihre Einwilligung davon abhängt, fragen wir Sie erneut.

{{policy-version}}
`;
