import type { Language } from './texts.ts';

export const da: Language = {
  interface: {
    title: 'Dit privatliv',
    description:
      'Vi vil gerne bruge cookies og lignende teknologier. Du bestemmer og kan til enhver tid ændre dit valg.',
    acceptAll: 'Acceptér alle',
    rejectAll: 'Afvis alle',
    customize: 'Tilpas',
    save: 'Gem valg',
    close: 'Luk',
    manage: 'Privatlivsindstillinger',
    reloadNotice: 'Genindlæs siden for at stoppe det, der allerede kører.',
    requiredBadge: 'Altid slået til',
    gpcHonored: 'Anmodning om fravalg er imødekommet',

    optOutNote:
      'Valgfrie cookies er slået til, indtil du slår dem fra. Du kan afvise salg og deling af dine data.',
    changedNote: 'Noget har ændret sig siden dit seneste valg. Bekræft det venligst.',
    privacyPolicy: 'Privatlivspolitik',
    cookiePolicy: 'Cookiepolitik',

    services: 'Tjenester',
    cookies: 'Cookies og lignende lagring',
    consentId: 'Samtykke-id',
    decidedOn: 'Besluttet den',
    withdraw: 'Træk samtykke tilbage',
    reload: 'Genindlæs siden',

    blocked: 'Dette indhold kræver dit samtykke: {name}',
    allowOnce: 'Tillad én gang',
    alwaysAllow: 'Tillad altid',
  },
};
