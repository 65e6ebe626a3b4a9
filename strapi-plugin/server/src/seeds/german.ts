/** The built-in texts of the banner in German. */
export const GERMAN_BANNER = {
  bannerTitle: 'Ihre Privatsphäre',
  bannerDescription:
    'Wir möchten Cookies und ähnliche Techniken für Zusatzfunktionen, zur Auswertung der Nutzung und für Werbung ' +
    'einsetzen. Sie entscheiden, und Sie können Ihre Wahl jederzeit ändern.',
  labelAcceptAll: 'Alle akzeptieren',
  labelRejectAll: 'Alle ablehnen',
  labelCustomize: 'Anpassen',
  labelSave: 'Auswahl speichern',
  labelClose: 'Schließen',
  labelManage: 'Datenschutz-Einstellungen',
  labelReloadNotice: 'Laden Sie die Seite neu, um zu beenden, was schon läuft.',
  labelRequiredBadge: 'Immer aktiv',
  labelGpcHonored: 'Ihr Widerspruch wird beachtet',
};

/** The four default categories in German, by key. */
export const GERMAN_CATEGORIES: Readonly<Record<string, { label: string; description: string }>> = {
  necessary: {
    label: 'Notwendig',
    description: 'Damit die Website funktioniert: Sicherheit, Anmeldung und die Erinnerung an diese Auswahl.',
  },
  functional: {
    label: 'Funktional',
    description: 'Merkt sich Einstellungen wie Sprache und Region und bietet Extras wie Videos.',
  },
  analytics: {
    label: 'Statistik',
    description: 'Zeigt uns, wie die Website genutzt wird, damit wir sie verbessern können.',
  },
  marketing: {
    label: 'Marketing',
    description: 'Misst Werbung und zeigt Anzeigen, die zu Ihren Interessen passen.',
  },
};
