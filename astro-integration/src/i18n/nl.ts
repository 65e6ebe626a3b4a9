import type { Language } from './texts.ts';

export const nl: Language = {
  interface: {
    title: 'Uw privacy',
    description:
      'Wij willen graag cookies en vergelijkbare technieken gebruiken. U beslist en kunt uw keuze op elk moment wijzigen.',
    acceptAll: 'Alles accepteren',
    rejectAll: 'Alles weigeren',
    customize: 'Aanpassen',
    save: 'Keuzes opslaan',
    close: 'Sluiten',
    manage: 'Privacy-instellingen',
    reloadNotice: 'Laad de pagina opnieuw om te stoppen wat al actief is.',
    requiredBadge: 'Altijd aan',
    gpcHonored: 'Verzoek tot afmelding gehonoreerd',

    optOutNote:
      'Optionele cookies staan aan totdat u ze uitzet. U kunt de verkoop en het delen van uw gegevens weigeren.',
    changedNote: 'Er is iets veranderd sinds uw laatste keuze. Bevestig deze alstublieft.',
    privacyPolicy: 'Privacybeleid',
    cookiePolicy: 'Cookiebeleid',

    services: 'Diensten',
    cookies: 'Cookies en vergelijkbare opslag',
    consentId: 'Toestemmings-ID',
    decidedOn: 'Gekozen op',
    withdraw: 'Toestemming intrekken',
    reload: 'Pagina opnieuw laden',

    blocked: 'Voor deze inhoud is uw toestemming nodig: {name}',
    allowOnce: 'Eén keer toestaan',
    alwaysAllow: 'Altijd toestaan',
  },
};
