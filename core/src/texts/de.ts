import type { Language } from './interface-texts.ts';

export const de: Language = {
  interface: {
    title: 'Ihre Privatsphäre',
    description:
      'Wir möchten Cookies und ähnliche Techniken verwenden. Sie entscheiden und können Ihre Wahl jederzeit ändern.',
    acceptAll: 'Alle akzeptieren',
    rejectAll: 'Alle ablehnen',
    customize: 'Anpassen',
    save: 'Auswahl speichern',
    close: 'Schließen',
    manage: 'Datenschutzeinstellungen',
    reloadNotice: 'Laden Sie die Seite neu, um bereits Laufendes zu beenden.',
    requiredBadge: 'Immer aktiv',
    gpcHonored: 'Widerspruch beachtet',

    optOutNote:
      'Optionale Cookies sind aktiv, bis Sie sie abschalten. Sie können Verkauf und Weitergabe Ihrer Daten ablehnen.',
    noticeNote: 'Optionale Cookies sind aktiv, bis Sie sie abschalten.',
    changedNote: 'Seit Ihrer letzten Auswahl hat sich etwas geändert. Bitte bestätigen Sie sie.',
    privacyPolicy: 'Datenschutzerklärung',
    cookiePolicy: 'Cookie-Richtlinie',

    services: 'Dienste',
    cookies: 'Cookies und ähnliche Speicher',
    consentId: 'Einwilligungs-ID',
    decidedOn: 'Entschieden am',
    withdraw: 'Einwilligung widerrufen',
    reload: 'Seite neu laden',

    blocked: 'Dieser Inhalt benötigt Ihre Einwilligung: {name}',
    allowOnce: 'Einmal erlauben',
    alwaysAllow: 'Immer erlauben',
  },
};
