import type { Language } from './texts.ts';

export const hr: Language = {
  interface: {
    title: 'Vaša privatnost',
    description:
      'Željeli bismo koristiti kolačiće i slične tehnologije. Vi odlučujete i u svakom trenutku možete promijeniti odluku.',
    acceptAll: 'Prihvati sve',
    rejectAll: 'Odbij sve',
    customize: 'Prilagodi',
    save: 'Spremi odabir',
    close: 'Zatvori',
    manage: 'Postavke privatnosti',
    reloadNotice: 'Ponovno učitajte stranicu kako bi se zaustavilo ono što je već pokrenuto.',
    requiredBadge: 'Uvijek uključeno',
    gpcHonored: 'Zahtjev za odbijanje je uvažen',

    optOutNote:
      'Neobavezni kolačići uključeni su dok ih ne isključite. Možete odbiti prodaju i dijeljenje svojih podataka.',
    changedNote: 'Nešto se promijenilo od vašeg posljednjeg odabira. Molimo potvrdite ga.',
    privacyPolicy: 'Pravila privatnosti',
    cookiePolicy: 'Pravila o kolačićima',

    services: 'Usluge',
    cookies: 'Kolačići i slična pohrana',
    consentId: 'ID privole',
    decidedOn: 'Odlučeno',
    withdraw: 'Povuci privolu',
    reload: 'Ponovno učitaj stranicu',

    blocked: 'Za ovaj sadržaj potrebna je vaša privola: {name}',
    allowOnce: 'Dopusti jednom',
    alwaysAllow: 'Uvijek dopusti',
  },
};
