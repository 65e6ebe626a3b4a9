import type { Language } from './texts.ts';

export const fi: Language = {
  interface: {
    title: 'Yksityisyytesi',
    description:
      'Haluaisimme käyttää evästeitä ja vastaavia tekniikoita. Sinä päätät, ja voit muuttaa mielesi milloin tahansa.',
    acceptAll: 'Hyväksy kaikki',
    rejectAll: 'Hylkää kaikki',
    customize: 'Mukauta',
    save: 'Tallenna valinnat',
    close: 'Sulje',
    manage: 'Yksityisyysasetukset',
    reloadNotice: 'Lataa sivu uudelleen, jotta jo käynnissä oleva pysähtyy.',
    requiredBadge: 'Aina käytössä',
    gpcHonored: 'Kieltäytymispyyntöä on noudatettu',

    optOutNote:
      'Valinnaiset evästeet ovat käytössä, kunnes poistat ne käytöstä. Voit kieltää tietojesi myymisen ja jakamisen.',
    changedNote: 'Jokin on muuttunut edellisen valintasi jälkeen. Vahvista se, kiitos.',
    privacyPolicy: 'Tietosuojaseloste',
    cookiePolicy: 'Evästekäytäntö',

    services: 'Palvelut',
    cookies: 'Evästeet ja vastaavat tallenteet',
    consentId: 'Suostumuksen tunnus',
    decidedOn: 'Päätetty',
    withdraw: 'Peruuta suostumus',
    reload: 'Lataa sivu uudelleen',

    blocked: 'Tämä sisältö vaatii suostumuksesi: {name}',
    allowOnce: 'Salli kerran',
    alwaysAllow: 'Salli aina',
  },
};
