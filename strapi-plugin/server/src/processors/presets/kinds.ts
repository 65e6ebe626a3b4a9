import type { PresetText } from '../../catalogue/presets';

type DataCategories = { en: readonly string[]; de: readonly string[] };

interface Kind {
  purpose: PresetText;
  dataCategories: DataCategories;
}

/** What providers of one kind do, and which data they usually see. */
export const HOSTING: Kind = {
  purpose: { en: 'Hosting of the website and its data', de: 'Hosting der Website und ihrer Daten' },
  dataCategories: {
    en: ['IP address', 'Access logs', 'Content of the application'],
    de: ['IP-Adresse', 'Zugriffsprotokolle', 'Inhalte der Anwendung'],
  },
};

export const DATABASE: Kind = {
  purpose: { en: 'Database hosting', de: 'Hosting der Datenbank' },
  dataCategories: {
    en: ['Account data', 'Content of the application'],
    de: ['Kontodaten', 'Inhalte der Anwendung'],
  },
};

export const MAIL: Kind = {
  purpose: { en: 'Sending of transactional e-mail', de: 'Versand von Transaktions-E-Mails' },
  dataCategories: {
    en: ['E-mail address', 'Name', 'Content of messages', 'Delivery status'],
    de: ['E-Mail-Adresse', 'Name', 'Inhalte von Nachrichten', 'Zustellstatus'],
  },
};

export const NEWSLETTER: Kind = {
  purpose: { en: 'Newsletter and marketing e-mail', de: 'Newsletter und Marketing-E-Mails' },
  dataCategories: {
    en: ['E-mail address', 'Name', 'Opens and clicks'],
    de: ['E-Mail-Adresse', 'Name', 'Öffnungen und Klicks'],
  },
};

export const PAYMENTS: Kind = {
  purpose: { en: 'Payments', de: 'Zahlungsabwicklung' },
  dataCategories: {
    en: ['Name', 'E-mail address', 'Payment data', 'Billing address'],
    de: ['Name', 'E-Mail-Adresse', 'Zahlungsdaten', 'Rechnungsadresse'],
  },
};

export const ERROR_REPORTS: Kind = {
  purpose: { en: 'Error reports and performance monitoring', de: 'Fehlerberichte und Leistungsüberwachung' },
  dataCategories: {
    en: ['IP address', 'Browser and device', 'Error details'],
    de: ['IP-Adresse', 'Browser und Gerät', 'Fehlerdetails'],
  },
};

export const STATISTICS: Kind = {
  purpose: { en: 'Statistics about the use of the website', de: 'Statistik über die Nutzung der Website' },
  dataCategories: {
    en: ['IP address', 'Browser and device', 'Pages visited'],
    de: ['IP-Adresse', 'Browser und Gerät', 'Besuchte Seiten'],
  },
};

export const OFFICE: Kind = {
  purpose: {
    en: 'E-mail, documents and calendar of our staff',
    de: 'E-Mail, Dokumente und Kalender unseres Teams',
  },
  dataCategories: {
    en: ['Contact data', 'Content of correspondence', 'Documents'],
    de: ['Kontaktdaten', 'Inhalte der Korrespondenz', 'Dokumente'],
  },
};

export const COMMUNICATION: Kind = {
  purpose: {
    en: 'Communication within our team and with partners',
    de: 'Kommunikation im Team und mit Partnern',
  },
  dataCategories: {
    en: ['Contact data', 'Content of messages', 'Meeting data'],
    de: ['Kontaktdaten', 'Inhalte von Nachrichten', 'Besprechungsdaten'],
  },
};

export const SUPPORT: Kind = {
  purpose: { en: 'Customer support', de: 'Kundensupport' },
  dataCategories: {
    en: ['Contact data', 'Content of conversations', 'Browser and device'],
    de: ['Kontaktdaten', 'Inhalte von Gesprächen', 'Browser und Gerät'],
  },
};

export const CUSTOMERS: Kind = {
  purpose: { en: 'Management of customers and enquiries', de: 'Verwaltung von Kunden und Anfragen' },
  dataCategories: {
    en: ['Contact data', 'Correspondence', 'Contract data'],
    de: ['Kontaktdaten', 'Korrespondenz', 'Vertragsdaten'],
  },
};

export const LANGUAGE_MODEL: Kind = {
  purpose: { en: 'Processing of text by language models', de: 'Verarbeitung von Text durch Sprachmodelle' },
  dataCategories: { en: ['Content of requests'], de: ['Inhalte von Anfragen'] },
};

export const FILES: Kind = {
  purpose: {
    en: 'Storage and delivery of images and files',
    de: 'Speicherung und Auslieferung von Bildern und Dateien',
  },
  dataCategories: { en: ['IP address', 'Uploaded files'], de: ['IP-Adresse', 'Hochgeladene Dateien'] },
};

export const DEVELOPMENT: Kind = {
  purpose: { en: 'Development and issue tracking', de: 'Entwicklung und Aufgabenverwaltung' },
  dataCategories: {
    en: ['Contact data of reporters', 'Content of reports'],
    de: ['Kontaktdaten von Meldenden', 'Inhalte von Meldungen'],
  },
};

export const SIGN_IN: Kind = {
  purpose: { en: 'Sign-in of users', de: 'Anmeldung von Nutzern' },
  dataCategories: {
    en: ['E-mail address', 'Name', 'IP address', 'Sign-in times'],
    de: ['E-Mail-Adresse', 'Name', 'IP-Adresse', 'Anmeldezeiten'],
  },
};

export const BOOKING: Kind = {
  purpose: { en: 'Booking of appointments', de: 'Buchung von Terminen' },
  dataCategories: {
    en: ['Name', 'E-mail address', 'Appointment'],
    de: ['Name', 'E-Mail-Adresse', 'Termin'],
  },
};

export const FORMS: Kind = {
  purpose: { en: 'Forms and surveys', de: 'Formulare und Umfragen' },
  dataCategories: { en: ['Answers', 'IP address'], de: ['Antworten', 'IP-Adresse'] },
};

export const SEARCH: Kind = {
  purpose: { en: 'Search on the website', de: 'Suche auf der Website' },
  dataCategories: { en: ['Search terms', 'IP address'], de: ['Suchbegriffe', 'IP-Adresse'] },
};

/** Certified under the EU–US Data Privacy Framework, with standard contractual clauses behind it. */
export const DPF = { mechanism: 'dpf', fallback: 'scc' } as const;
/** Standard contractual clauses. */
export const SCC = { mechanism: 'scc' } as const;
/** Within the EEA. */
export const NO_TRANSFER = { mechanism: 'none' } as const;
/** A country with an adequacy decision. */
export const ADEQUACY = { mechanism: 'adequacy' } as const;
