export type Locale = 'en' | 'de';

const en = {
  tagline: 'Small boats, wide mudflats',
  nav: { home: 'Tours', about: 'About', embeds: 'Find us', status: 'Your consent' },
  home: {
    title: 'Out with the tide, home with the next one',
    lead: 'Four small boats, two tides a day and a guesthouse with eleven beds. We have been taking people through the channels of the Wadden Sea since 1987.',
    action: 'How to find us',
    tours: [
      ['Seal banks', '3 hours', 'Along the channel at low water, to the sandbanks where the seals rest.'],
      ['Evening sail', '2 hours', 'An old flatboat, brown sails, and whatever light the evening has.'],
      ['Walk the seabed', '5 hours', 'Out by boat, back on foot with a guide who knows the channels.'],
    ],
  },
  about: {
    title: 'A family, four boats and a house behind the dyke',
    paragraphs: [
      'Priel is what people here call a channel in the mudflats: water that finds its own way, and another one next year. Antje and Okke Harms bought their first boat in 1987 and learned the rest from it.',
      'Today five of us sail and two run the house. We go out with eight guests at most, we turn back when the weather says so, and we have never yet had to be asked twice for tea.',
    ],
  },
  embeds: {
    title: 'Find us',
    lead: 'At the old harbour, last house before the dyke. The map comes from a third party, so it asks you first.',
    map: 'Map of the harbour',
    reason: 'The map and the tide table come from third parties.',
    tides: 'Tides this week',
  },
  status: {
    title: 'Your consent',
    lead: 'What this server knows about your choice, before it sends a single line of HTML.',
  },
  islands: {
    title: 'One consent, five frameworks',
    lead: 'Each box is an island of its own. All of them follow the one store of this page.',
    change: 'Change',
  },
  legal: {
    title: 'Legal',
    others: 'Our documents',
    titles: {
      privacy: 'Privacy policy',
      cookies: 'Cookie policy',
      terms: 'Terms',
      subprocessors: 'Sub-processors',
      dpa: 'Data processing agreement',
    },
    feed: 'Changes of our sub-processors as a feed (Atom)',
    missing: 'There is no such document',
    missingLead: 'It may have been renamed. These are the ones we have.',
    away: 'This document cannot be shown at the moment',
    awayLead: 'Please try again in a minute.',
  },
  footer: 'Priel is a made-up company. The consent manager is real.',
};

export type Texts = typeof en;

const de: Texts = {
  tagline: 'Kleine Boote, weites Watt',
  nav: { home: 'Touren', about: 'Über uns', embeds: 'Anfahrt', status: 'Ihre Einwilligung' },
  home: {
    title: 'Mit der Ebbe hinaus, mit der Flut zurück',
    lead: 'Vier kleine Boote, zwei Tiden am Tag und ein Gästehaus mit elf Betten. Seit 1987 fahren wir mit Menschen durch die Priele des Wattenmeers.',
    action: 'So finden Sie uns',
    tours: [
      ['Seehundbänke', '3 Stunden', 'Bei Niedrigwasser den Priel entlang zu den Sandbänken der Seehunde.'],
      ['Abendsegeln', '2 Stunden', 'Ein alter Plattboden, braune Segel und das Licht, das der Abend hat.'],
      [
        'Über den Meeresgrund',
        '5 Stunden',
        'Mit dem Boot hinaus, zu Fuß zurück, mit jemandem, der die Priele kennt.',
      ],
    ],
  },
  about: {
    title: 'Eine Familie, vier Boote und ein Haus hinterm Deich',
    paragraphs: [
      'Priel heißt bei uns ein Wasserlauf im Watt: Wasser, das seinen Weg selbst findet und nächstes Jahr einen anderen. Antje und Okke Harms kauften 1987 ihr erstes Boot und lernten von ihm den Rest.',
      'Heute segeln fünf von uns, und zwei führen das Haus. Wir fahren mit höchstens acht Gästen, kehren um, wenn das Wetter es sagt, und mussten noch nie zweimal um Tee gebeten werden.',
    ],
  },
  embeds: {
    title: 'Anfahrt',
    lead: 'Am alten Hafen, das letzte Haus vor dem Deich. Die Karte kommt von einem Dritten, deshalb fragt sie zuerst.',
    map: 'Karte des Hafens',
    reason: 'Karte und Gezeiten kommen von Dritten.',
    tides: 'Gezeiten dieser Woche',
  },
  status: {
    title: 'Ihre Einwilligung',
    lead: 'Was dieser Server über Ihre Wahl weiß, bevor er eine Zeile HTML schickt.',
  },
  islands: {
    title: 'Eine Einwilligung, fünf Frameworks',
    lead: 'Jeder Kasten ist eine eigene Insel. Alle folgen dem einen Speicher dieser Seite.',
    change: 'Ändern',
  },
  legal: {
    title: 'Rechtliches',
    others: 'Unsere Dokumente',
    titles: {
      privacy: 'Datenschutzerklärung',
      cookies: 'Cookie-Richtlinie',
      terms: 'Nutzungsbedingungen',
      subprocessors: 'Unterauftragsverarbeiter',
      dpa: 'Auftragsverarbeitungsvertrag',
    },
    feed: 'Änderungen unserer Unterauftragsverarbeiter als Feed (Atom)',
    missing: 'Dieses Dokument gibt es nicht',
    missingLead: 'Vielleicht heißt es inzwischen anders. Diese haben wir.',
    away: 'Dieses Dokument lässt sich gerade nicht zeigen',
    awayLead: 'Bitte versuchen Sie es in einer Minute noch einmal.',
  },
  footer: 'Priel ist ein erfundenes Unternehmen. Die Einwilligungsverwaltung ist echt.',
};

const TEXTS: Record<Locale, Texts> = { en, de };

/** The documents of the company, in the order in which they are named. */
export const LEGAL_PAGES = ['privacy', 'cookies', 'terms', 'subprocessors', 'dpa'] as const;

/** A page of the site. */
type PageName = '' | 'about' | 'embeds' | 'status' | 'islands' | `legal/${(typeof LEGAL_PAGES)[number]}`;

/** The language of a page; English for whatever the site does not speak. */
export const localeOf = (locale: string | undefined): Locale => (locale === 'de' ? 'de' : 'en');

/** The texts of a page; English for whatever the site does not speak. */
export const textsFor = (locale: string | undefined): Texts => TEXTS[localeOf(locale)];

/** The address of a page of the site in a language. */
export const pathFor = (locale: Locale, page: PageName): string => `${locale === 'de' ? '/de' : ''}/${page}`;
