import type { Language } from './texts.ts';

export const nb: Language = {
  interface: {
    title: 'Ditt personvern',
    description:
      'Vi vil gjerne bruke informasjonskapsler og lignende teknologi. Du bestemmer og kan når som helst ombestemme deg.',
    acceptAll: 'Godta alle',
    rejectAll: 'Avvis alle',
    customize: 'Tilpass',
    save: 'Lagre valg',
    close: 'Lukk',
    manage: 'Personverninnstillinger',
    reloadNotice: 'Last siden på nytt for å stoppe det som allerede kjører.',
    requiredBadge: 'Alltid på',
    gpcHonored: 'Reservasjonen er tatt til følge',

    optOutNote:
      'Valgfrie informasjonskapsler er på til du slår dem av. Du kan si nei til salg og deling av opplysningene dine.',
    changedNote: 'Noe har endret seg siden ditt siste valg. Vennligst bekreft det.',
    privacyPolicy: 'Personvernerklæring',
    cookiePolicy: 'Retningslinjer for informasjonskapsler',

    services: 'Tjenester',
    cookies: 'Informasjonskapsler og lignende lagring',
    consentId: 'Samtykke-ID',
    decidedOn: 'Besluttet',
    withdraw: 'Trekk tilbake samtykket',
    reload: 'Last siden på nytt',

    blocked: 'Dette innholdet krever ditt samtykke: {name}',
    allowOnce: 'Tillat én gang',
    alwaysAllow: 'Tillat alltid',
  },
};
