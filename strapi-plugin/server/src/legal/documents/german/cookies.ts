import { type DocumentFacts, FROM_SETTINGS, type RecordingTerms } from '../facts';

/** Was von einer Auswahl bleibt, und wie lange. */
export function proof(
  { recording, userAgent, networks }: RecordingTerms,
  place = 'Ihrem Land und Ihrer Region, der Angabe, ob Ihr Browser das Signal Global Privacy Control gesendet hat',
): string {
  if (recording === 'none') {
    return 'Ihre Auswahl steht in einem Cookie Ihres Browsers und nirgends sonst. Wann Sie sie getroffen haben, zeigen Ihnen die Datenschutzeinstellungen.';
  }
  const browser = userAgent ? ', dem Namen Ihres Browsers' : '';
  const account =
    recording === 'linked' ? ' Sind Sie angemeldet, ist der Nachweis mit Ihrem Konto verknüpft.' : '';
  const network = networks
    ? ' Sieben Tage lang bewahren wir daneben einen Hash des Netzes auf, aus dem Sie kommen, um gefälschte Nachweise zu erkennen (Art. 6 Abs. 1 lit. f DSGVO).'
    : '';
  return `Um Ihre Auswahl nachweisen zu können (Art. 7 Abs. 1 DSGVO), zeichnen wir sie mit einer Zufallszahl, dem Zeitpunkt, ${place}, Ihrer Sprache${browser} und der Fassung der gezeigten Texte auf, ohne Ihre IP-Adresse.${account}${network} Den Nachweis bewahren wir ${FROM_SETTINGS.retentionMonths} Monate auf. Die Zufallszahl zeigen Ihnen die Datenschutzeinstellungen; mit ihr können Sie nach Ihrem Nachweis fragen.`;
}

/** Was ePrivacy-Richtlinie Art. 5 Abs. 3, § 25 TDDDG und DSGVO Art. 13 zu Cookies verlangen. */
export const cookiePolicy = (facts: DocumentFacts): string => `
Diese Seite sagt, welche Cookies und ähnlichen Techniken ${facts.name} auf ${facts.url} einsetzt, wozu und wie lange.

## Was Cookies sind

Ein Cookie ist ein kleiner Text, den eine Website in Ihrem Browser aufbewahrt. Websites können Daten auch im Local Storage und Session Storage Ihres Browsers ablegen. „Cookie“ meint hier all das. Manche setzen wir, andere die unten genannten Anbieter.

## Ihre Auswahl

Notwendige Cookies setzen wir ein, ohne zu fragen, weil die Website ohne sie nicht funktioniert. Alle anderen nur, wo Sie es erlaubt haben oder das Recht Ihres Landes sie bis zu Ihrem Widerspruch zulässt; von einer abgelehnten Kategorie wird nichts geladen.

- Sie wählen, wenn der Hinweis zum ersten Mal erscheint. Ablehnen ist so einfach wie Zustimmen, und wo Ihre Einwilligung nötig ist, ist nichts vorausgewählt.
- Sie können Ihre Auswahl jederzeit auf jeder Seite unter „Datenschutzeinstellungen“ ändern. Cookies dessen, was Sie abschalten, löschen wir dann, soweit der Browser es zulässt.
- Wo das Recht Ihres Landes Ihnen einen Widerspruch gibt, kann Ihr Browser ihn durch das Signal Global Privacy Control erklären. Wir beachten es.
- Cookies können Sie auch in den Einstellungen Ihres Browsers löschen.

Wir fragen erneut, wenn sich Zwecke, Anbieter oder diese Richtlinie wesentlich ändern und wenn Ihre Auswahl alt geworden ist. Ein Widerruf Ihrer Einwilligung lässt unberührt, was vorher geschah.

## Die Cookies nach Kategorien

{{cookie-table group=category}}

Die eigenen Erklärungen der Anbieter sind in der Tabelle verlinkt. Wo sie Daten verarbeiten und was diese außerhalb des Europäischen Wirtschaftsraums schützt, sagt unsere Datenschutzerklärung.

## Rechtsgrundlage

Notwendige Cookies: unser berechtigtes Interesse an einer funktionierenden Website (Art. 6 Abs. 1 lit. f DSGVO) und die Ausnahme für unbedingt Erforderliches (§ 25 Abs. 2 TDDDG, Art. 5 Abs. 3 der ePrivacy-Richtlinie). Alle anderen: Ihre Einwilligung (Art. 6 Abs. 1 lit. a DSGVO, § 25 Abs. 1 TDDDG), wo das Recht Ihres Landes sie verlangt.

## Nachweis Ihrer Auswahl

${proof(facts)}

## Kontakt

${facts.legalName}, ${facts.address}, ${facts.email}. Welche Rechte Sie haben, sagt unsere Datenschutzerklärung.

{{policy-version}}
`;
