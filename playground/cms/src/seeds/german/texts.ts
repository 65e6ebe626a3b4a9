/** What an editor would have written for German visitors. */
export const BANNER = {
  bannerTitle: 'Ihre Privatsphäre',
  bannerDescription:
    'Wir möchten Cookies und ähnliche Techniken verwenden: für Zusatzfunktionen, um zu erfahren, wie die Website genutzt wird, und für Werbung. Sie entscheiden und können Ihre Wahl jederzeit ändern.',
  labelAcceptAll: 'Alle akzeptieren',
  labelRejectAll: 'Alle ablehnen',
  labelCustomize: 'Anpassen',
  labelSave: 'Auswahl speichern',
  labelClose: 'Schließen',
  labelManage: 'Datenschutzeinstellungen',
  labelReloadNotice: 'Laden Sie die Seite neu, damit endet, was noch läuft.',
  labelRequiredBadge: 'Immer aktiv',
  labelGpcHonored: 'Widerspruch Ihres Browsers beachtet',
  linkPrivacy: '/de/legal/privacy',
  linkCookies: '/de/legal/cookies',
};

export const CATEGORIES: Record<string, { label: string; description: string }> = {
  necessary: {
    label: 'Notwendig',
    description: 'Damit die Seite funktioniert: Sicherheit, Anmeldung und das Merken dieser Wahl.',
  },
  functional: {
    label: 'Funktional',
    description: 'Merkt sich Einstellungen wie Sprache und Region und bietet Extras wie Videos.',
  },
  analytics: {
    label: 'Statistik',
    description: 'Zeigt uns, wie die Seite genutzt wird, damit wir sie verbessern können.',
  },
  marketing: {
    label: 'Marketing',
    description: 'Misst Werbung und zeigt Anzeigen, die zu Ihren Interessen passen.',
  },
};

interface TrackerTexts {
  purpose: string;
  /** By the entry's name: what it is for, and how long it stays. */
  cookies?: Record<string, [description: string, durationText?: string]>;
}

export const TRACKERS: Record<string, TrackerTexts> = {
  'Consent choice': {
    purpose: 'Merkt sich, was Sie hier gewählt haben.',
    cookies: { 'pl-consent': ['Ihre Wahl und wann Sie sie getroffen haben.', '12 Monate'] },
  },
  'Lighthouse Analytics': {
    purpose: 'Zählt Besuche und Seiten, damit wir wissen, welche Touren gesucht werden.',
    cookies: {
      _va: ['Unterscheidet Besucher voneinander.', '13 Monate'],
      _va_session: ['Fasst die Seiten eines Besuchs zusammen.', 'Bis Sie den Browser schließen'],
    },
  },
  'Driftwood Ads': {
    purpose: 'Zeigt unsere Touren auf anderen Seiten denen, die hier waren.',
    cookies: {
      '_vm_*': ['Erkennt Sie auf anderen Seiten wieder.', '3 Monate'],
      _vm_segments: ['Was Sie sich hier angesehen haben.', 'Bis Sie es löschen'],
    },
  },
  'Driftwood Pixel': { purpose: 'Zählt, welche Anzeige zu einer Buchung führte.' },
  'Beacon Tag': {
    purpose: 'Misst Werbung; fragt den Consent Mode, was es darf.',
    cookies: { _vt: ['Zählt einen Besuch nur einmal.', 'Bis Sie den Browser schließen'] },
  },
  'Quayside Chat': {
    purpose: 'Hier können Sie mit uns chatten.',
    cookies: { _vc_chat: ['Hält Ihr Gespräch offen.', '1 Tag'] },
  },
  'Harbour Map': { purpose: 'Zeigt, wo wir sind.' },
  'Fogbound Widget': { purpose: 'Antwortet nie.' },
};

const IP = 'IP-Adressen';
const CONTACT = 'Kontaktdaten';
const BOOKINGS = 'Buchungen';
const MESSAGES = 'Nachrichten';
const USAGE = 'Nutzungsdaten';
const COOKIES = 'Cookie-Kennungen';

type ProcessorTexts = { purpose: string; dataCategories: string[]; transferNotes?: string };

export const PROCESSORS: Record<string, ProcessorTexts> = {
  Deichhost: {
    purpose: 'Server für Website, Buchungen und deren Sicherungen',
    dataCategories: [IP, CONTACT, BOOKINGS],
  },
  Bottlepost: {
    purpose: 'Versand von Bestätigungen und Erinnerungen per E-Mail',
    dataCategories: [CONTACT, BOOKINGS],
  },
  'Squall Support': {
    purpose: 'Antworten auf Fragen zu Buchungen, wenn unser Büro geschlossen ist',
    dataCategories: [CONTACT, MESSAGES],
    transferNotes: 'Nachrichten werden verschlüsselt gespeichert',
  },
  Sandbank: { purpose: 'Kartenzahlungen', dataCategories: ['Zahlungsdaten'] },
  Lighthouse: { purpose: 'Besuchsstatistik', dataCategories: [USAGE, COOKIES] },
  Driftwood: {
    purpose: 'Werbung auf anderen Seiten und was sie bewirkt',
    dataCategories: [USAGE, COOKIES],
    transferNotes: 'Mit Folgenabschätzung der Übermittlung vom Mai 2026',
  },
  Beacon: { purpose: 'Messung von Werbung', dataCategories: [USAGE, COOKIES] },
  Quayside: { purpose: 'Chat auf der Website', dataCategories: [MESSAGES, COOKIES] },
  Tideline: { purpose: 'Zeiten von Hoch- und Niedrigwasser', dataCategories: [IP] },
  Chartroom: { purpose: 'Die Karte des Hafens', dataCategories: [IP, USAGE] },
  Fogbound: { purpose: 'Sicht auf See; zurzeit nicht im Einsatz', dataCategories: [IP] },
};
