import type { PresetDuration, PresetText } from './preset';

/** The text in the locale's language; English where the catalogue does not speak it. */
export function inLanguage(text: PresetText, locale: string): string {
  return /^de\b/i.test(locale) ? text.de : text.en;
}

const SESSION: PresetText = { en: 'Session', de: 'Sitzung' };
const PERSISTENT: PresetText = { en: 'Until you delete it', de: 'Bis Sie es löschen' };

/** A lifetime in words: "13 months", "13 Monate". */
export function durationInWords(duration: PresetDuration, locale: string): string {
  if (typeof duration === 'object') return inLanguage(duration, locale);
  if (duration === 'session') return inLanguage(SESSION, locale);
  if (duration === 'persistent') return inLanguage(PERSISTENT, locale);
  const [count, unit] = duration.split(' ');
  const language = /^de\b/i.test(locale) ? 'de' : 'en';
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(Number(count));
}

/** What cookies of many vendors do alike. */
export const VISITOR: PresetText = {
  en: 'Tells visitors apart by a random number.',
  de: 'Unterscheidet Besucher anhand einer Zufallszahl.',
};
export const VISIT: PresetText = {
  en: 'Groups what happens during one visit.',
  de: 'Fasst zusammen, was während eines Besuchs geschieht.',
};
export const NEW_VISIT: PresetText = {
  en: 'Tells whether a new visit has begun.',
  de: 'Erkennt, ob ein neuer Besuch begonnen hat.',
};
export const AD_CLICK: PresetText = {
  en: 'Keeps the click on an advertisement, to count what it led to.',
  de: 'Merkt sich den Klick auf eine Anzeige, um dessen Erfolg zu zählen.',
};
export const AD_VISITOR: PresetText = {
  en: 'Recognises the browser, to measure and personalise advertisements.',
  de: 'Erkennt den Browser wieder, um Anzeigen zu messen und zu personalisieren.',
};
export const AD_SYNC: PresetText = {
  en: "Matches visitors with the advertising network's own numbers for them.",
  de: 'Gleicht Besucher mit den Kennungen des Werbenetzwerks ab.',
};
export const CAMPAIGN: PresetText = {
  en: 'Keeps which campaign or page the visitor came from.',
  de: 'Merkt sich, über welche Kampagne oder Seite der Besuch kam.',
};
export const WRITABLE: PresetText = {
  en: 'Tests whether the browser accepts cookies.',
  de: 'Prüft, ob der Browser Cookies annimmt.',
};
export const CHAT_PERSON: PresetText = {
  en: 'Recognises the visitor, so that a conversation can go on later.',
  de: 'Erkennt den Besucher wieder, damit ein Gespräch später weitergehen kann.',
};
export const CHAT_SESSION: PresetText = {
  en: 'Keeps the current conversation across pages.',
  de: 'Erhält das laufende Gespräch über mehrere Seiten.',
};
export const BOTS: PresetText = {
  en: 'Tells people from bots.',
  de: 'Unterscheidet Menschen von Bots.',
};
export const FRAUD: PresetText = {
  en: 'Recognises fraud in payments.',
  de: 'Erkennt Betrug bei Zahlungen.',
};
export const VARIANT: PresetText = {
  en: 'Keeps which variant of a page the visitor was shown.',
  de: 'Merkt sich, welche Variante einer Seite gezeigt wurde.',
};
export const PLAYER: PresetText = {
  en: 'Keeps settings of the player and measures its use.',
  de: 'Speichert Einstellungen des Players und misst seine Nutzung.',
};
export const LOAD_BALANCING: PresetText = {
  en: 'Keeps a visitor on the same server.',
  de: 'Hält einen Besucher auf demselben Server.',
};
export const OWN_CHOICE: PresetText = {
  en: 'Keeps a choice about being measured.',
  de: 'Merkt sich eine Entscheidung über die Messung.',
};
export const KNOWN_USER: PresetText = {
  en: 'Keeps the number of a person who is signed in.',
  de: 'Merkt sich die Kennung einer angemeldeten Person.',
};

/** Purposes that many trackers share. */
export const STATISTICS: PresetText = {
  en: 'Statistics about visits, to improve the website.',
  de: 'Statistik über Besuche, um die Website zu verbessern.',
};
export const PLAIN_STATISTICS: PresetText = {
  en: 'Statistics about visits, without cookies.',
  de: 'Statistik über Besuche, ohne Cookies.',
};
export const PRODUCT_STATISTICS: PresetText = {
  en: 'Statistics about how features are used, to improve them.',
  de: 'Statistik über die Nutzung von Funktionen, um sie zu verbessern.',
};
export const RECORDINGS: PresetText = {
  en: 'Records how pages are used (movements, clicks, scrolling), to find what is hard to use.',
  de: 'Zeichnet auf, wie Seiten genutzt werden (Bewegungen, Klicks, Scrollen), um Hürden zu finden.',
};
export const ADVERTISING: PresetText = {
  en: 'Measures the success of advertisements and shows visitors matching ones elsewhere.',
  de: 'Misst den Erfolg von Anzeigen und zeigt Besuchern anderswo passende Anzeigen.',
};
export const CHAT: PresetText = {
  en: 'Chat with our support.',
  de: 'Chat mit unserem Support.',
};
export const EXPERIMENTS: PresetText = {
  en: 'Compares variants of pages, to find the better one.',
  de: 'Vergleicht Varianten von Seiten, um die bessere zu finden.',
};
export const ERRORS: PresetText = {
  en: 'Reports errors and slow pages, so that they can be fixed.',
  de: 'Meldet Fehler und langsame Seiten, damit sie behoben werden können.',
};
export const VIDEO: PresetText = { en: 'Plays videos.', de: 'Spielt Videos ab.' };
export const AUDIO: PresetText = { en: 'Plays music and podcasts.', de: 'Spielt Musik und Podcasts ab.' };
export const MAP: PresetText = { en: 'Shows maps.', de: 'Zeigt Karten an.' };
export const CAPTCHA: PresetText = {
  en: 'Protects forms from bots.',
  de: 'Schützt Formulare vor Bots.',
};
export const PAYMENT: PresetText = {
  en: 'Takes payments and protects them from fraud.',
  de: 'Wickelt Zahlungen ab und schützt sie vor Betrug.',
};
